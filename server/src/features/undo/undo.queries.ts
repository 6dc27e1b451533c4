import type { Ctx } from '../../core/ctx.ts'
import { TakenBack } from './undo.chain.ts'
import { listUndoing } from './undo.repo.ts'

/** Which events of revision `from` or later are undone now, by revision. The caller has checked the access. */
export async function listUndone(ctx: Ctx, planId: string, from: number): Promise<ReadonlySet<number>> {
  return new TakenBack(await listUndoing(ctx.db, planId, from)).all()
}
