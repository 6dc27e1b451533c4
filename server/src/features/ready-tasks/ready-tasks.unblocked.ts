// What a new status of some nodes makes ready.
import { type NodeStatus, type ReadyTask, UNBLOCKED_MAX } from '@cairn/contract/api/nodes'
import { ReadyWork } from '@cairn/contract/rules/ready'
import { addTo } from '../../base/lists.ts'
import type { Ctx } from '../../core/ctx.ts'
import { readDependenciesOf, readDependenciesOn } from '../edges/edges.queries.ts'
import {
  type RankedRow,
  readClaimState,
  readRankedBranches,
  readSomeRanked,
  toReadyTask,
} from './ready-tasks.queries.ts'

/** A node as it was before its status changed. */
export interface NewStatus {
  node: { id: string; status: NodeStatus; child_count: number | null }
  status: NodeStatus
}

/**
 * The tasks that became ready because these nodes, whose rows are written, were completed or are no longer blocked: by
 * the node that made them ready, the changed nodes left out. Looks only at what waits for them and what is below. The
 * caller has authorized the plan.
 */
export async function readUnblocked(
  ctx: Ctx,
  planId: string,
  changes: readonly NewStatus[],
): Promise<Map<string, ReadyTask[]>> {
  const causes = await readCauses(ctx, planId, changes)
  if (causes.size === 0) return new Map()
  const { nodes, below } = await readRankedBranches(ctx, planId, [...causes.keys()])
  const known = new Map(nodes.map((node) => [node.id, node]))
  const dependencies = await readDependenciesOf(ctx, planId, [...known.keys()])
  const elsewhere = dependencies.map(({ source_id }) => source_id).filter((id) => !known.has(id))
  const sources = elsewhere.length > 0 ? await readSomeRanked(ctx, planId, elsewhere) : []
  const { claims } = await readClaimState(ctx, planId)
  const changed = new Set(changes.map(({ node }) => node.id))
  // All of them had a changed node in the way, so those that are ready now were not before.
  const ready = new ReadyWork([...nodes, ...sources], dependencies, claims)
    .list()
    .filter(({ id }) => below.has(id) && !changed.has(id))

  const unblocked = new Map<string, ReadyTask[]>()
  for (const task of ready.slice(0, UNBLOCKED_MAX)) {
    const cause = causeOf(task, causes, known)
    addTo(unblocked, cause, toReadyTask(task))
  }
  return unblocked
}

/** The nodes that no longer have one of the changed nodes in the way, each with that one. */
async function readCauses(ctx: Ctx, planId: string, changes: readonly NewStatus[]): Promise<Map<string, string>> {
  const causes = new Map<string, string>()
  const completed: string[] = []
  for (const { node, status } of changes) {
    if (node.status !== 'completed' && status === 'completed') completed.push(node.id)
    if (node.status === 'blocked' && status !== 'blocked' && (node.child_count ?? 0) > 0) causes.set(node.id, node.id)
  }
  if (completed.length > 0)
    for (const { source_id, target_id } of await readDependenciesOn(ctx, planId, completed))
      causes.set(target_id, source_id)
  return causes
}

/** The cause of the nearest node, from the task upwards, that has one. */
function causeOf(task: RankedRow, causes: ReadonlyMap<string, string>, nodes: ReadonlyMap<string, RankedRow>): string {
  for (let at: RankedRow | undefined = task; at; at = at.parent_id === null ? undefined : nodes.get(at.parent_id)) {
    const cause = causes.get(at.id)
    if (cause !== undefined) return cause
  }
  throw new Error(`Nothing made task ${task.id} ready.`)
}
