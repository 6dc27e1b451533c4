import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'
import { AppError, notFound } from '../../base/errors.ts'
import { newSecret } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { refuseDemo } from '../../core/demo-account.ts'
import { avatarUrl } from '../../core/person.ts'
import type { Db } from '../../db/schema.ts'
import type { FileStore } from '../../providers/file-store.ts'
import { renderAvatar } from '../../providers/images.ts'
import { findAvatarFile, updateProfileRow } from './users.repo.ts'

interface DrawnAvatar {
  /** In the file store. */
  file: string
}

/** Decodes the image and stores a re-encoded copy; 400 if it is not an image, 413 beyond 5 MB. */
export async function storeAvatar(files: FileStore, stream: AsyncIterable<Uint8Array>): Promise<DrawnAvatar> {
  const drawn = await renderAvatar(await parseComplete(stream))
  if (!drawn) throw new AppError(400, 'invalid_image', 'Please select an image file (PNG, JPG, or GIF)')
  const { key } = await files.put(oneChunk(drawn), drawn.length)
  return { file: key }
}

async function parseComplete(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > AVATAR_MAX_BYTES) throw avatarTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

export const avatarTooLarge = (): AppError => new AppError(413, 'too_large', 'Image size must be less than 5MB')

/** Each image has its own unguessable URL and may be cached forever. */
export async function setAvatar(ctx: WriteCtx, { file }: DrawnAvatar) {
  await refuseDemo(ctx)
  const avatar_key = newSecret()
  await updateProfileRow(ctx.db, ctx.actor.id, { avatar_key, avatar_file: file, updated_at: ctx.now })
  return { message: 'Avatar updated successfully!', avatar_url: avatarUrl(avatar_key) ?? '' }
}

/** No error when there is none. */
export async function removeAvatar(ctx: WriteCtx): Promise<void> {
  await refuseDemo(ctx)
  await updateProfileRow(ctx.db, ctx.actor.id, { avatar_key: null, avatar_file: null, updated_at: ctx.now })
}

/** The file-store key behind a public avatar URL; 404 if it was replaced or removed. */
export async function getAvatarFile(db: Db, key: string): Promise<string> {
  const file = /^[\w-]{43}$/.test(key) ? await findAvatarFile(db, key) : null
  if (!file) throw notFound('Avatar')
  return file
}
