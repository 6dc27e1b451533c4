// Known devices. A browser stores a random token across sign-outs and sends it with its next sign-in; the database
// stores its hash per account. It only proves a previous sign-in and never replaces a password.
import { hashSecret, newSecret } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../db/schema.ts'
import { deleteOldDevices, findKnownDevice, isDeviceInUse, saveKnownDevice } from './devices.repo.ts'

/** Programs that do not send their token add a device with each sign-in. */
const DEVICES_MAX = 50

/** Whether this account was signed in to from the device with this token. */
export async function isKnownDevice(db: Db | Tx, userId: string, token: string | null): Promise<boolean> {
  return token !== null && findKnownDevice(db, userId, hashSecret(token))
}

/**
 * Remembers the device for this account. An unknown token is replaced, so no one can choose another person's token; a
 * shared browser uses one token for several accounts.
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
