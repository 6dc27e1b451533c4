import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of the running product. */
export const VERSION = (JSON.parse(text) as { version: string }).version
