import type { LoginReply } from '@cairn/contract/api/auth'
import { recordRevocations } from '../../../core/access-revocation.ts'
import type { AccountServices } from '../../../core/services.ts'
import type { Tx, UserRow } from '../../../db/schema.ts'
import { newDeviceMail, securityMail } from '../identity/security-mails.ts'
import { rememberDevice } from './devices.ts'
import { deleteOldSessions } from './sessions.repo.ts'
import { type Device, openSession } from './sessions.ts'

/** Live sessions of a person; a further sign-in ends the one that was not used for the longest time. */
const SESSIONS_MAX = 100

interface SignedIn {
  reply: LoginReply
  /** Closes the sockets of ended sessions, logs the sign-in, and notifies the person if the device is new; call it after the commit. */
  announce(): void
}

/** Completes a sign-in after all required factors were checked. */
export async function completeSignIn(
  app: AccountServices,
  tx: Tx,
  user: UserRow,
  { remember, device, now }: { remember: boolean; device: Device; now: string },
): Promise<SignedIn> {
  const { device_token, isKnown } = await rememberDevice(tx, user.id, { token: device.token, now })
  const opened = await openSession(tx, user, { remember, device, now })
  // Visitors of the demo share its account and must not end each other's sessions.
  const ended = user.is_demo === 1 ? [] : await deleteOldSessions(tx, user.id, SESSIONS_MAX, now)
  const revoked = await recordRevocations(
    app.store,
    tx,
    ended.map((credential_id) => ({ kind: 'credential', user_id: user.id, credential_id })),
    now,
  )
  const mail = newDeviceMail(user, app.publicUrl(), { ...device, at: now })
  const notify = isKnown ? null : await securityMail(app, tx, user, mail)
  const announce = () => {
    if (revoked.length > 0) app.revokeAccess(revoked)
    app.security.record({ kind: 'sign_in.succeeded', user_id: user.id, actor_id: user.id, address: device.ip })
    for (const session_id of ended)
      app.security.record({ kind: 'session.ended', user_id: user.id, actor_id: user.id, data: { session_id } })
    notify?.()
  }
  return { reply: { ...opened, device_token }, announce }
}
