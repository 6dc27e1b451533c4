import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs invitation links and download links, so the server can verify them without storing them. */
export interface Signer {
  /** 43 URL-safe characters. A signature is valid for one purpose only. */
  sign(purpose: string, text: string): string
  /** Whether `signature` is valid for this purpose and text, in constant time. */
  verify(purpose: string, text: string, signature: string): boolean
}

/** `secret` is the server's own. Changing it voids every signature. */
export function createSigner(secret: string): Signer {
  // The length separates "a" + "bc" from "ab" + "c".
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose.length}:${purpose}:${text}`).digest()
  return {
    sign: (purpose, text) => mac(purpose, text).toString('base64url'),
    verify: (purpose, text, signature) => {
      const expected = mac(purpose, text)
      const given = Buffer.from(signature, 'base64url')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
