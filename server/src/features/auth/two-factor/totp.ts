import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { hashSecret } from '../../../base/ids.ts'

/** The previous step is accepted, because people type slowly; a future one is not. */
const TOLERANCE_SECONDS: [past: number, future: number] = [30, 0]
const STEP_SECONDS = 30
const RECOVERY_CODES = 10
/** 24 letters of 5 bits are 120 bits: too many to try, so a plain hash protects them. */
const RECOVERY_LETTERS = 24
/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** A new secret, and the URL for the QR code. */
export function newTotp(email: string): { secret: string; otpauth_url: string } {
  const secret = generateSecret()
  return { secret, otpauth_url: generateURI({ issuer: 'Cairn', label: email, secret }) }
}

/** The 30-second step of the code; null for a wrong code or a used step. */
export function totpStep(secret: string, code: string, now: string, lastStep: number | null): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(Date.parse(now) / 1000)
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS })
  if (!result.valid || !('timeStep' in result)) return null
  // A step of the future was used while the clock was wrong.
  const isLastKnown = lastStep !== null && lastStep <= Math.floor(epoch / STEP_SECONDS) + 1
  return isLastKnown && result.timeStep <= lastStep ? null : result.timeStep
}

/** For a lost authenticator: `xxxx-xxxx-xxxx-xxxx-xxxx-xxxx`, each valid once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(RECOVERY_LETTERS), (byte) => LETTERS[byte % LETTERS.length])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** The stored form, independent of how the person writes the code. */
export const hashRecoveryCode = (code: string): string =>
  hashSecret(
    code
      .toLowerCase()
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1')
      .replaceAll(/[^0-9a-z]/g, ''),
  )
