// Decodes images in its own process (src/providers/images.ts), which has its own threads and no secrets that a hostile
// image could reach. Plain JavaScript, so sources and builds start the same file.
import { setPriority } from 'node:os'
import process from 'node:process'
import sharp from 'sharp'

const NICE = 10
/** Decoded, an image may need a thousand times its size in the file. */
const PIXELS_MAX = 16_000_000
const SIDE_MAX = 512

setPriority(NICE)
sharp.concurrency(1)
process.on('message', async (bytes) => process.send?.(await draw(/** @type {Uint8Array} */ (bytes))))
process.on('disconnect', () => process.exit())

/** @param {Uint8Array} bytes */
async function draw(bytes) {
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
