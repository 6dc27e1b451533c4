import type { Ctx } from './ctx.ts'

/** Keeps secrets (links, signatures) out of stored replies: `seal` removes them, `open` puts them back. */
export interface Sealed<T> {
  seal(reply: T): T
  open(ctx: Ctx, kept: T): T
}
