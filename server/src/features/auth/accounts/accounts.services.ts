import type { Services } from '../../../core/services.ts'
import type { Vault } from '../../../core/vault.ts'
import type { AuthRateLimit } from './accounts.rate-limit.ts'

/** What the use cases of accounts need beside the rest. */
export interface AccountServices extends Services {
  authRateLimit: AuthRateLimit
  /** For the secrets of authenticator apps. */
  vault: Vault
  /** Clears what is cached of a person (name, credentials). */
  forget(userId: string): void
}
