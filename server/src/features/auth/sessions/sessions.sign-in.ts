import type { LoginReply } from '@cairn/contract/api/auth'
import type { AccountServices } from '../../../core/services.ts'
import type { Tx, UserRow } from '../../../db/schema.ts'
import { newDeviceMail, sendSecurityMail } from '../identity/security-mails.ts'
import { rememberDevice } from './devices.ts'
import { type Device, openSession } from './sessions.ts'

interface SignedIn {
  reply: LoginReply
  /** Logs the sign-in, and notifies the person if the device is new; call it after the commit. */
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
  const announce = () => {
    app.security.record({ kind: 'sign_in.succeeded', user_id: user.id, actor_id: user.id, address: device.ip })
    if (!isKnown) sendSecurityMail(app, user, newDeviceMail(user, app.publicUrl(), { ...device, at: now }))
  }
  return { reply: { ...opened, device_token }, announce }
}
