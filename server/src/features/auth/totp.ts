import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { hashSecret } from '../../core/ids.ts'

/** A code of the step before or after still counts: clocks differ, and people type. */
const TOLERANCE_SECONDS = 30
const RECOVERY_CODES = 10
/** 80 bits: too many to try, so a plain hash protects them. */
const RECOVERY_BYTES = 10

/** A new secret, and the address that authenticator apps read from a QR code. */
export function newTotp(email: string): { secret: string; otpauth_url: string } {
  const secret = generateSecret()
  return { secret, otpauth_url: generateURI({ issuer: 'Cairn', label: email, secret }) }
}

/** The 30-second step that the code belongs to; null for a wrong code and for one of a step that was used already. */
export function totpStep(secret: string, code: string, now: string, lastStep: number | null): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(Date.parse(now) / 1000)
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS })
  if (!result.valid || !('timeStep' in result)) return null
  return lastStep !== null && result.timeStep <= lastStep ? null : result.timeStep
}

/** For when the authenticator is lost: `xxxx-xxxx-xxxx-xxxx-xxxx` in hexadecimal, each for one sign-in. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-'),
  )

/** What is stored; however the person writes the code. */
export const hashRecoveryCode = (code: string): string => hashSecret(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))
