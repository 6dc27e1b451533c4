import type { LoginReply } from '@cairn/contract/api/auth'
import { AppError } from '../../../base/errors.ts'
import type { Attempt } from '../../../core/attempts.ts'
import type { AccountServices } from '../../../core/services.ts'
import { lockUser } from '../identity/account.repo.ts'
import { setOneTimeData, takeOneTimeToken } from '../identity/one-time-tokens.repo.ts'
import { findValidOneTimeToken } from '../identity/one-time-tokens.ts'
import { isKnownDevice } from '../sessions/devices.ts'
import { completeSignIn } from '../sessions/sessions.sign-in.ts'
import type { Device } from '../sessions/sessions.ts'
import { useSecondFactor, wrongCode } from './two-factor.code.ts'

/** Wrong codes per challenge; after that the password is required again. */
const WRONG_MAX = 5

/** The second step of a sign-in. 401 `invalid_code`, or `invalid_challenge` if the first step has to be repeated. */
export async function answerChallenge(
  app: AccountServices,
  { challenge, code }: { challenge: string; code: string },
  device: Device,
): Promise<LoginReply> {
  const now = app.clock().toISOString()
  const known = await findValidOneTimeToken(app.store.reader, 'two_factor', challenge, now)
  const attempt = known
    ? await countAnswer(app, known.user_id, device)
    : await app.authRateLimit.count('two_factor', challenge, device.ip)
  if (!known) throw invalidChallenge()
  // A wrong code is counted, so the transaction is committed before the error is thrown.
  const answer = await app.store.write(async (tx) => {
    const user = await lockUser(tx, known.user_id)
    const link = await findValidOneTimeToken(tx, 'two_factor', challenge, now)
    if (!user || !link) return null
    const { remember, wrong } = JSON.parse(link.data) as { remember: boolean; wrong: number }
    if (await useSecondFactor(app, tx, user, { code, now })) {
      await takeOneTimeToken(tx, link.token_hash)
      await app.authRateLimit.refund(tx, attempt)
      return completeSignIn(app, tx, user, { remember, device, now })
    }
    if (wrong + 1 >= WRONG_MAX) {
      await takeOneTimeToken(tx, link.token_hash)
      return null
    }
    await setOneTimeData(tx, link.token_hash, JSON.stringify({ remember, wrong: wrong + 1 }))
    return 'wrong'
  })
  if (answer === null) throw invalidChallenge()
  if (answer === 'wrong') {
    app.security.record({ kind: 'two_factor.failed', user_id: known.user_id, address: device.ip })
    throw wrongCode(401)
  }
  answer.announce()
  return answer.reply
}

/** Someone who knows the password may use up the codes of the account, but not those of devices that signed in before. */
const countAnswer = async (app: AccountServices, userId: string, { token, ip }: Device): Promise<Attempt> =>
  token !== null && (await isKnownDevice(app.store.reader, userId, token))
    ? app.authRateLimit.countFromDevice('two_factor', userId, token)
    : app.authRateLimit.count('two_factor', userId, ip)

const invalidChallenge = (): AppError =>
  new AppError(401, 'invalid_challenge', 'This sign-in expired or had too many attempts. Please sign in again.')
