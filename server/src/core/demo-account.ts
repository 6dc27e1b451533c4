import { AppError } from '../base/errors.ts'
import type { Ctx } from './ctx.ts'
import { findIsDemo } from './person.repo.ts'

/** Whether the caller uses the shared demo account. */
export const isDemo = (ctx: Ctx): Promise<boolean> => findIsDemo(ctx.db, ctx.actor.id)

/**
 * The demo account is shared: it cannot change its password, two-factor or profile, invite anyone or be deleted. Throws
 * 403 `demo_account`.
 */
export async function refuseDemo(ctx: Ctx): Promise<void> {
  if (await isDemo(ctx)) throw demoRefusal()
}

export const demoRefusal = (): AppError =>
  new AppError(403, 'demo_account', 'The demo account cannot do this. Create an account of your own instead.')
