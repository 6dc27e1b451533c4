// Pictures of people. What comes in is only ever decoded; what is kept and shown is drawn anew, so that nothing survives that is
// not a picture: no script, no place where it was taken.

/** Decoded, an image may need a thousand times its size in the file. */
const PIXELS_MAX = 16_000_000
const SIDE_MAX = 512
const SIGNATURES = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex'), Buffer.from('GIF8')]

/**
 * The picture as a square WebP of at most 512 pixels a side, cut around its middle, upright, without metadata; of an animation,
 * the first frame. Null for what is no whole PNG, JPG or GIF.
 */
export async function drawAvatar(bytes: Buffer): Promise<Buffer | null> {
  // No other decoder is ever asked: some of them follow links.
  if (!SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return null
  return oneAtATime(() => decode(bytes))
}

let last: Promise<unknown> = Promise.resolve()

/** Decoding uses the threads that hash passwords: it never has more than one of them. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}

async function decode(bytes: Buffer): Promise<Buffer | null> {
  // The library is large, and few runs of the server need it at once.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning' })
    const { width, height } = await image.metadata()
    const side = Math.min(SIDE_MAX, width, height)
    return await image.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 85 }).toBuffer()
  } catch {
    // Whatever the decoder says about it: it cannot be shown.
    return null
  }
}
