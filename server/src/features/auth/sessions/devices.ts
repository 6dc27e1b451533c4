// Devices that have signed in before. A browser keeps a random token across sign-outs and sends it with its next sign-in; the
// database keeps the token's hash per account. It proves nothing but that this device was here: it never replaces a password.
import { hashSecret, newSecret } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../db/schema.ts'
import { deleteOldDevices, findKnownDevice, isDeviceInUse, saveKnownDevice } from './devices.repo.ts'

/** Programs that sign in anew each time leave a device behind each time. */
const DEVICES_MAX = 50

/** Whether this account was signed in to from the device that holds this token. */
export async function isKnownDevice(db: Db | Tx, userId: string, token: string | null): Promise<boolean> {
  return token !== null && findKnownDevice(db, userId, hashSecret(token))
}

/**
 * Remembers the device for this account. A token that we did not give out is replaced, so that nobody chooses one for somebody
 * else; a browser that several people use keeps its token.
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  { token, now }: { token: string | null; now: string },
): Promise<{ device_token: string; isKnown: boolean }> {
  const isKnown = await isKnownDevice(tx, userId, token)
  const isOurs = token !== null && (isKnown || (await isDeviceInUse(tx, hashSecret(token))))
  const device_token = isOurs ? token : newSecret()
  const device = { user_id: userId, device_hash: hashSecret(device_token), created_at: now, last_seen: now }
  await saveKnownDevice(tx, device)
  if (!isKnown) await deleteOldDevices(tx, userId, DEVICES_MAX)
  return { device_token, isKnown }
}
