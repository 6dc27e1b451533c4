import type { Services } from '../../../core/services.ts'
import type { Vault } from '../../../core/vault.ts'
import type { AuthRateLimit } from './accounts.rate-limit.ts'

/** Additional services of the account use cases. */
export interface AccountServices extends Services {
  authRateLimit: AuthRateLimit
  /** Encrypts the secrets of authenticator apps. */
  vault: Vault
  /** Clears what is cached of a person (name, credentials). */
  forget(userId: string): void
}
