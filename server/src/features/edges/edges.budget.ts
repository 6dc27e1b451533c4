import { conflict } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { countEdges } from './edges.repo.ts'

/** 409 `plan_full` if the plan would have more edges than the operator allows. */
export async function requireEdgeRoom({ db, limits }: WriteCtx, planId: string, more: number): Promise<void> {
  const max = limits.plan_edges
  if (more > 0 && (await countEdges(db, planId)) + more > max)
    throw conflict('plan_full', `A plan holds at most ${max.toLocaleString('en-US')} links.`, { limit: 'edges', max })
}
