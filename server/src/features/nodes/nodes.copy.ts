import { LIMITS } from '@cairn/contract/api/common'
import { withoutTicks } from '@cairn/contract/rules/criteria'
import { cut } from '../../base/cut.ts'
import { newId } from '../../base/ids.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import type { Insert } from '../../db/inserts.ts'
import type { NodeRow } from '../../db/schema.ts'
import { insertNodes, listFullNodeRows, statementsOf } from './nodes.copy.repo.ts'
import { nodeSearchText } from './nodes.row.ts'

const SUFFIX = ' (copy)'
export const copyTitle = (title: string): string => cut(title, LIMITS.title - SUFFIX.length) + SUFFIX

/** A copy of every undeleted node of a plan, for another plan. */
export const copiesOfPlan = async (ctx: Ctx, fromPlanId: string, toPlanId: string) =>
  copiesOf(ctx, await listFullNodeRows(ctx.db, fromPlanId), toPlanId)

/** Puts rows into a plan that begins with them. */
export const insertsOfNodes = (rows: readonly NodeRow[]): readonly Insert[] =>
  statementsOf(rows).map((part) => (tx) => insertNodes(tx, part))

/**
 * Copies of the nodes in the same order: not started, no criterion met, without logs and files. A node whose parent is
 * not included moves to the top level. `ids` maps original ids to copies.
 */
export async function copiesOf(
  { now }: Pick<Ctx, 'now'>,
  rows: readonly NodeRow[],
  toPlanId: string,
): Promise<{ ids: Map<string, string>; copies: NodeRow[] }> {
  const ids = new Map(rows.map(({ id }) => [id, newId()]))
  const copies = await mapInTurns(rows, (row) => ({
    ...asNotStarted(row),
    id: ids.get(row.id) ?? newId(),
    plan_id: toPlanId,
    parent_id: row.parent_id === null ? null : (ids.get(row.parent_id) ?? null),
    comment_count: 0,
    artifact_count: 0,
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  return { ids, copies }
}

function asNotStarted(row: NodeRow): NodeRow {
  const criteria = row.acceptance_criteria === null ? null : withoutTicks(row.acceptance_criteria)
  if (criteria === row.acceptance_criteria) return { ...row, status: 'not_started' }
  const copy: NodeRow = { ...row, status: 'not_started', acceptance_criteria: criteria }
  return { ...copy, search_text: nodeSearchText(copy) }
}
