import type { Ctx } from './ctx.ts'

/** For replies with a secret in them (links, signatures): what is kept of one under an idempotency key, and how it is made whole again. */
export interface Sealed<T> {
  seal(reply: T): T
  open(ctx: Ctx, kept: T): T
}
