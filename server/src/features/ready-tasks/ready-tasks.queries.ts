// What decides which tasks are ready: the nodes, what they wait for, and who holds them.
import type { ReadyTask } from '@cairn/contract/api/nodes'
import { displayOrder } from '@cairn/contract/rules/tree'
import { listAbandonedNodes, listOpenClaims } from '../../core/claims.repo.ts'
import { isHeld } from '../../core/claims.ts'
import type { Ctx } from '../../core/ctx.ts'
import { readDependencies } from '../edges/edges.queries.ts'
import {
  listRankedBranches,
  listRankedPaths,
  listRankedRows,
  listSomeRanked,
  type RankedRow,
} from './ready-tasks.repo.ts'

export type { RankedRow }

/**
 * What decides which undeleted nodes can be started, in display order, as the caller's transaction sees it. The caller
 * has authorized the plan.
 */
export const readRankedNodes = async (ctx: Ctx, planId: string) => displayOrder(await listRankedRows(ctx.db, planId))

/** The same of these nodes alone, unordered. The caller has authorized the plan. */
export const readSomeRanked = (ctx: Ctx, planId: string, nodeIds: readonly string[]): Promise<RankedRow[]> =>
  listSomeRanked(ctx.db, planId, nodeIds)

/** The same of a node and all its ancestors, top first; empty if it is deleted. The caller has authorized the plan. */
export const readRankedPath = async (ctx: Ctx, planId: string, nodeId: string): Promise<RankedRow[]> =>
  displayOrder(await listRankedPaths(ctx.db, planId, [nodeId]))

/**
 * The same of these nodes, of everything below them and of all their ancestors, in display order. The caller has
 * authorized the plan.
 */
export async function readRankedBranches(ctx: Ctx, planId: string, nodeIds: readonly string[]) {
  const below = await listRankedBranches(ctx.db, planId, nodeIds)
  const above = await listRankedPaths(ctx.db, planId, nodeIds)
  const nodes = new Map([...above, ...below].map((node) => [node.id, node]))
  return { nodes: displayOrder([...nodes.values()]), below: new Set(below.map(({ id }) => id)) }
}

/** Which tasks are held, and which can be claimed although they are in progress. The caller has authorized the plan. */
export async function readClaimState(ctx: Ctx, planId: string) {
  const claims = await listOpenClaims(ctx.db, planId)
  const held = new Set(claims.filter((claim) => isHeld(ctx, claim)).map(({ node_id }) => node_id))
  const abandoned = new Set(await listAbandonedNodes(ctx.db, planId, ctx.now))
  const expiries = claims.filter((claim) => isHeld(ctx, claim)).map(({ expires_at }) => expires_at)
  /** When the first claim expires unless it is renewed; null without claims. */
  const first_expiry = expiries.sort()[0] ?? null
  return { claims: { held, abandoned }, first_expiry }
}

/** What readiness depends on besides the nodes. The caller has authorized the plan. */
export const readObstacles = async (ctx: Ctx, planId: string) => ({
  ...(await readClaimState(ctx, planId)),
  dependencies: await readDependencies(ctx, planId),
})

export const toReadyTask = ({ id, parent_id, title, status, due_date, version }: ReadyTask): ReadyTask => ({
  ...{ id, parent_id, title, status, due_date, version },
})
