import type { LoginReply } from '@cairn/contract/api/auth'
import type { Tx, UserRow } from '../../../db/schema.ts'
import { newDeviceMail, sendSecurityMail } from '../accounts/accounts.mails.ts'
import type { AccountServices } from '../accounts/accounts.services.ts'
import { rememberDevice } from './devices.ts'
import { type Device, openSession } from './sessions.ts'

interface SignedIn {
  reply: LoginReply
  /** Logs it, and tells the person when the device is new to the account; for after the commit. */
  announce(): void
}

/** The end of every sign-in: somebody has proved who they are with all that the account asks for. */
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
