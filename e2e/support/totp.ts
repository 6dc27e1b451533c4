// An authenticator app: RFC 6238 with SHA-1 and six digits every 30 seconds.
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows after `steps` periods. Each works once, and servers also accept the next one. */
export function totpCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps))
  const digest = createHmac('sha1', decode(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function decode(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
