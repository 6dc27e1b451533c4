// Limits for the uploads of a plan and of a person, set by the operator.

import type { Limits } from '../../base/config.ts'
import { type AppError, conflict } from '../../base/errors.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { listTrashedUploads, purgeArtifact, sumUploads, type UploadsOf } from './artifacts.repo.ts'

export interface Room {
  /** The remaining bytes; negative if a limit was lowered. */
  bytes: number
  /** 409 `uploads_full`, naming the limit that is reached first. */
  refusal: AppError
}

/**
 * A file counts once per attachment, also in deleted nodes and plans, because its bytes are stored either way. Deleted
 * files make room for new ones.
 */
export async function roomForUploads(db: Db | Tx, limits: Limits, planId: string, userId: string): Promise<Room> {
  const ofPlan = limits.plan_upload_bytes - (await sumUploads(db, { plan_id: planId }))
  const ofUser = limits.user_upload_bytes - (await sumUploads(db, { created_by: userId }))
  return ofPlan <= ofUser
    ? { bytes: ofPlan, refusal: full('plan_upload_bytes', limits, 'The uploads of a plan') }
    : { bytes: ofUser, refusal: full('user_upload_bytes', limits, 'The uploads of one person') }
}

/** Permanently deletes the files that are longest in the trash, until the limits hold with the trash included. */
export async function shrinkTrash(tx: Tx, limits: Limits, planId: string, userId: string): Promise<void> {
  const within: [UploadsOf, number][] = [
    [{ plan_id: planId }, limits.plan_upload_bytes],
    [{ created_by: userId }, limits.user_upload_bytes],
  ]
  for (const [of, max] of within) {
    const trashed = await listTrashedUploads(tx, of)
    let over = (await sumUploads(tx, of)) + trashed.reduce((sum, { size }) => sum + (size ?? 0), 0) - max
    for (const { plan_id, id, size } of trashed) {
      if (over <= 0) break
      await purgeArtifact(tx, plan_id, id)
      over -= size ?? 0
    }
  }
}

function full(limit: 'plan_upload_bytes' | 'user_upload_bytes', limits: Limits, what: string): AppError {
  const max = limits[limit]
  const megabytes = (max / 1024 / 1024).toLocaleString('en-US')
  return conflict('uploads_full', `${what} hold at most ${megabytes} MB. Delete files to make room.`, { limit, max })
}

/** The stream, which fails as soon as it exceeds the remaining bytes. */
export async function* within(room: Room, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > room.bytes) throw room.refusal
    yield chunk
  }
}
