import { hash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** UUIDv7: rows made later sort later, also when the clock is set back within the life of this process. */
export const newId = (): string => v7()

/** 32 random bytes in a URL-safe alphabet. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret that is random enough to need no salt. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

/** What every API token begins with, so that people and secret scanners know one when they see it. */
export const API_TOKEN_PREFIX = 'cairn_'
