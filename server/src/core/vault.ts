import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The contexts of everything that is sealed. */
export const sealedFor = {
  twoFactor: (userId: string): string => `totp ${userId}`,
  webhook: (webhookId: string): string => `webhook ${webhookId}`,
}

/** Encrypts what the server has to read again, so a copy of the database alone reveals nothing. */
export interface Vault {
  /** `context` names what the text belongs to: it opens only with the same context. */
  seal(context: string, text: string): string
  /** Null if it was sealed with another secret or context, or was changed. */
  open(context: string, sealed: string): string | null
}

/** The key is derived from the server's secret. After a change of the secret, nothing sealed before can be opened. */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cairn vault', KEY_BYTES))
  return {
    seal: (context, text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (context, text) => {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
