// Avatars. Uploads are decoded and re-encoded, which removes scripts and metadata such as location.
import { DECODER } from '../paths.ts'
import { createDecoder } from './images.process.ts'

const DECODING_MAX_MS = 10_000
const IDLE_MAX_MS = 60_000
const SIGNATURES = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex'), Buffer.from('GIF8')]

const decoder = createDecoder({ program: DECODER, decoding_max_ms: DECODING_MAX_MS, idle_max_ms: IDLE_MAX_MS })

/**
 * A square WebP of at most 512 pixels a side, cropped around the center, upright, without metadata; the first frame of
 * an animation. Null if it is not a complete PNG, JPG or GIF of at most 16 megapixels.
 */
export async function renderAvatar(bytes: Buffer): Promise<Buffer | null> {
  // Only these decoders are used, because some others follow links.
  if (!SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return null
  const drawn = await decoder.draw(bytes)
  return drawn && Buffer.from(drawn)
}
