// Icons of apps. They are fetched once and served from here, so their servers do not learn who looks at them.
import { createHash } from 'node:crypto'
import { notFound } from '../../base/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Db } from '../../db/schema.ts'
import { renderAvatar } from '../../providers/images.ts'
import { fetchOutside } from '../../providers/outbound.ts'
import { findIcon, saveIcon } from './oauth.repo.ts'

const ICON_MAX_BYTES = 512 * 1024
const ICON_TIMEOUT_MS = 3_000

/** Fetches, decodes and re-encodes an icon. Returns its key; null if there is none: an app without an icon is no error. */
export async function storeIcon(app: Services, url: string): Promise<string | null> {
  const image = await fetchOutside(
    url,
    { max_bytes: ICON_MAX_BYTES, timeout_ms: ICON_TIMEOUT_MS, headers: { accept: 'image/png, image/jpeg, image/gif' } },
    { allow_loopback: app.config.outbound_loopback },
  ).then(
    ({ status, body }) => (status === 200 ? renderAvatar(body) : null),
    () => null,
  )
  if (!image) return null
  const key = createHash('sha256').update(image).digest('base64url')
  const created_at = app.clock().toISOString()
  await app.store.write((tx) => saveIcon(tx, { key, image: image.toString('base64'), created_at }))
  return key
}

/** The WebP of a key; 404 without one. */
export async function readIcon(db: Db, key: string): Promise<Buffer> {
  const image = /^[\w-]{43}$/.test(key) ? await findIcon(db, key) : undefined
  if (image === undefined) throw notFound('Icon')
  return Buffer.from(image, 'base64')
}
