import type { Limits } from '../../base/config.ts'
import { conflict } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { countEdges } from './edges.repo.ts'

/** 409 `plan_full` if the plan would have more edges than the operator allows. */
export async function requireEdgeRoom({ db, limits }: WriteCtx, planId: string, more: number): Promise<void> {
  if (more > 0) requireEdges(limits, (await countEdges(db, planId)) + more)
}

/** 409 `plan_full` if the operator allows fewer edges in a plan. */
export function requireEdges({ plan_edges: max }: Limits, count: number): void {
  if (count > max)
    throw conflict('plan_full', `A plan holds at most ${max.toLocaleString('en-US')} links.`, { limit: 'edges', max })
}
