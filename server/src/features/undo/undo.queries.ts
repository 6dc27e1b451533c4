import type { Ctx } from '../../core/ctx.ts'
import { isTakenBack, undoneBy } from './undo.chain.ts'
import { listUndoing } from './undo.repo.ts'

/** Which events of revision `from` or later are undone now, by revision. The caller has checked the access. */
export async function listUndone(ctx: Ctx, planId: string, from: number): Promise<ReadonlySet<number>> {
  const by = undoneBy(await listUndoing(ctx.db, planId, from))
  return new Set([...by.keys()].filter((revision) => isTakenBack(by, revision)))
}
