import type { LoginReply } from '@cairn/contract/api/auth'
import { AppError } from '../../core/errors.ts'
import type { Tx, UserRow } from '../../db/schema.ts'
import { setOneTimeData, takeOneTimeToken } from './auth.links.repo.ts'
import { peekLink } from './auth.links.ts'
import { lockUser, updateUser } from './auth.repo.ts'
import type { AccountServices } from './auth.services.ts'
import { type Device, openSession } from './auth.sessions.ts'
import { takeRecoveryCode } from './auth.two-factor.repo.ts'
import { WRONG_CODE } from './auth.two-factor.ts'
import { hashRecoveryCode, totpStep } from './totp.ts'

/** Wrong codes that one challenge takes; after that the password is asked for again. */
const WRONG_MAX = 5

/** The second half of a sign-in. 401 `invalid_code`, or `invalid_challenge` when the first half has to be repeated. */
export async function answerChallenge(
  app: AccountServices,
  { challenge, code }: { challenge: string; code: string },
  device: Device,
): Promise<LoginReply> {
  const now = app.clock().toISOString()
  const known = await peekLink(app.store.reader, 'two_factor', challenge, now)
  const attempt = await app.brake.attempt('two_factor', known?.user_id ?? challenge, device.ip)
  if (!known) throw invalidChallenge()
  // A wrong code is counted, so the transaction has to be committed: the refusal comes after it.
  const answer = await app.store.write(async (tx) => {
    const user = await lockUser(tx, known.user_id)
    const link = await peekLink(tx, 'two_factor', challenge, now)
    if (!user || !link) return null
    const { remember, wrong } = JSON.parse(link.data) as { remember: boolean; wrong: number }
    if (await useCode(tx, user, code, now)) {
      await takeOneTimeToken(tx, link.token_hash)
      await app.brake.giveBack(tx, attempt)
      return openSession(tx, user, { remember, device, now })
    }
    if (wrong + 1 >= WRONG_MAX) {
      await takeOneTimeToken(tx, link.token_hash)
      return null
    }
    await setOneTimeData(tx, link.token_hash, JSON.stringify({ remember, wrong: wrong + 1 }))
    return 'wrong'
  })
  if (answer === null) throw invalidChallenge()
  if (answer === 'wrong') throw new AppError(401, 'invalid_code', WRONG_CODE)
  return answer
}

const invalidChallenge = (): AppError =>
  new AppError(401, 'invalid_challenge', 'This sign-in took too long or too many tries. Please sign in again.')

/** A code of the authenticator, each step once, or a recovery code, which is used up. */
async function useCode(tx: Tx, user: UserRow, code: string, now: string): Promise<boolean> {
  if (user.totp_secret === null || user.totp_enabled_at === null) return false
  const step = totpStep(user.totp_secret, code, now, user.totp_last_step)
  if (step === null) return takeRecoveryCode(tx, user.id, hashRecoveryCode(code))
  await updateUser(tx, user.id, { totp_last_step: step })
  return true
}
