// Limits for the uploads of a plan and of a person, set by the operator.

import type { Limits } from '../../base/config.ts'
import { type AppError, conflict } from '../../base/errors.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { sumUploadsOf, sumUploadsOfPlan } from './artifacts.repo.ts'

interface Room {
  /** The remaining bytes; negative if a limit was lowered. */
  bytes: number
  /** 409 `uploads_full`, naming the limit that is reached first. */
  refusal: AppError
}

/** A file counts once per attachment, the trash included, because its bytes are stored either way. */
export async function roomForUploads(db: Db | Tx, limits: Limits, planId: string, userId: string): Promise<Room> {
  const ofPlan = limits.plan_upload_bytes - (await sumUploadsOfPlan(db, planId))
  const ofUser = limits.user_upload_bytes - (await sumUploadsOf(db, userId))
  return ofPlan <= ofUser
    ? { bytes: ofPlan, refusal: full('plan_upload_bytes', limits, 'The uploads of a plan') }
    : { bytes: ofUser, refusal: full('user_upload_bytes', limits, 'The uploads of one person') }
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
