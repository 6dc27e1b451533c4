import type { Ctx } from '../../core/ctx.ts'
import { TakenBack } from './undo.chain.ts'
import { listUndoing } from './undo.repo.ts'

/** What is undone now of the events of revision `from` or later. The caller has checked the access. */
export async function readTakenBack(ctx: Ctx, planId: string, from: number): Promise<TakenBack> {
  return new TakenBack(await listUndoing(ctx.db, planId, from))
}
