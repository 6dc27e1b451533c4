import type { Ctx } from './ctx.ts'

/**
 * For replies with a secret in them (links, signatures): what an idempotency key stores, and how the reply is restored.
 */
export interface Sealed<T> {
  seal(reply: T): T
  open(ctx: Ctx, kept: T): T
}
