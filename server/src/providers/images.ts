// Pictures of people. What comes in is only ever decoded; what is kept and shown is drawn anew, so that nothing survives that is
// not a picture: no script, no place where it was taken.
import { DECODER } from '../paths.ts'
import { createDecoder } from './images.process.ts'

const DECODING_MAX_MS = 10_000
const IDLE_MAX_MS = 60_000
const SIGNATURES = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex'), Buffer.from('GIF8')]

const decoder = createDecoder({ program: DECODER, decoding_max_ms: DECODING_MAX_MS, idle_max_ms: IDLE_MAX_MS })

/**
 * The picture as a square WebP of at most 512 pixels a side, cut around its middle, upright, without metadata; of an animation,
 * the first frame. Null for what is no whole PNG, JPG or GIF of at most 16 megapixels.
 */
export async function renderAvatar(bytes: Buffer): Promise<Buffer | null> {
  // No other decoder is ever asked: some of them follow links.
  if (!SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return null
  const drawn = await decoder.draw(bytes)
  return drawn && Buffer.from(drawn)
}
