import type { Db, KnownDeviceRow, Tx } from '../../../db/schema.ts'

export async function findKnownDevice(db: Db | Tx, user_id: string, device_hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether anyone has signed in with this device. */
export async function isDeviceInUse(tx: Tx, device_hash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', device_hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveKnownDevice(tx: Tx, device: KnownDeviceRow): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values(device)
    .onConflict((on) => on.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen: device.last_seen }))
    .execute()
}

/** Deletes all but the `keep` devices that signed in last. */
export async function deleteOldDevices(tx: Tx, user_id: string, keep: number): Promise<void> {
  const old = await tx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', user_id)
    .orderBy('last_seen', 'desc')
    .offset(keep)
    .limit(keep)
    .execute()
  if (old.length === 0) return
  const hashes = old.map(({ device_hash }) => device_hash)
  await tx.deleteFrom('known_devices').where('user_id', '=', user_id).where('device_hash', 'in', hashes).execute()
}

export async function deleteDevicesOf(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
}
