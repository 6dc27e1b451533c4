import type { Background } from '../base/background.ts'
import type { Config } from '../base/config.ts'
import type { Ai } from '../providers/ai.ts'
import type { FileStore } from '../providers/file-store.ts'
import type { Mailer } from '../providers/mailer.ts'
import type { Attempts } from './attempts.ts'
import type { AuthRateLimit } from './auth-rate-limit.ts'
import type { Transactor } from './ctx.ts'
import type { Signer } from './signing.ts'
import type { Vault } from './vault.ts'

/** What a use case may need besides its Ctx: everything outside the database. Created once, in app.ts. */
export interface Services extends Transactor {
  config: Config
  /** Null: no AI service is configured. */
  ai: Ai | null
  attempts: Attempts
  background: Background
  files: FileStore
  mailer: Mailer
  signer: Signer
  /** The server's public URL, without a trailing slash. */
  publicUrl(): string
}

/** Additional services of the account use cases. */
export interface AccountServices extends Services {
  authRateLimit: AuthRateLimit
  /** Encrypts the secrets of authenticator apps. */
  vault: Vault
  /** Clears what is cached of a person (name, credentials). */
  forget(userId: string): void
}
