// Ids as arguments: complete, or for nodes the short form that outlines show.
import { Id } from '@cairn/contract/api/common'
import { z } from 'zod'
import { AppError, invalid, notFound } from '../base/errors.ts'
import type { Ctx, WriteCtx } from '../core/ctx.ts'
import { requireAccess } from '../core/plan-access.ts'
import { readLogIdsEnding } from '../features/logs/logs.queries.ts'
import { readNodeIdsEnding } from '../features/nodes/nodes.queries.ts'

const SHORT_MIN = 8
const SHORT = new RegExp(`^[0-9a-f][0-9a-f-]{${SHORT_MIN - 1},35}$`)
const isFull = (id: string): boolean => Id.safeParse(id).success

export const PlanId = z.string()
export const NodeId = z.string().describe('Node id, full or short')

/** The complete id of a plan; 404 for anything else. */
export const planIdOf = (id: string): string => fullId(id, 'Plan')
export const claimIdOf = (id: string): string => fullId(id, 'Claim')
export const artifactIdOf = (id: string): string => fullId(id, 'Artifact')

function fullId(id: string, noun: string): string {
  const plain = id.trim().toLowerCase()
  if (!isFull(plain)) throw notFound(noun)
  return plain
}

/** The id of a node as an argument, and the path of the argument for errors. */
export interface GivenId {
  id: string
  path: string
}

/**
 * The complete ids of nodes, in the given order. The caller has authorized the plan. An error names the argument: 404 if
 * no node's id ends so, 400 if several do.
 */
export async function nodeIdsOf(ctx: Ctx, planId: string, given: readonly GivenId[]): Promise<string[]> {
  const read = given.map(({ id, path }) => ({ id: id.trim().replace(/^#/, '').toLowerCase(), path }))
  const ends = read.filter(({ id }) => !isFull(id))
  for (const { id, path } of ends) if (!SHORT.test(id)) throw nodeNotFound(path)
  const found = await readNodeIdsEnding(
    ctx,
    planId,
    ends.map(({ id }) => id),
  )
  return read.map(({ id, path }) => {
    if (isFull(id)) return id
    const [only, another] = found.get(id) ?? []
    if (only === undefined) throw nodeNotFound(path)
    if (another !== undefined) throw invalid(path, `${path} matches several nodes. Pass the complete id.`)
    return only
  })
}

const nodeNotFound = (path: string): AppError => {
  const { status, code, message } = notFound('Node')
  return new AppError(status, code, message, { details: [{ path, message }] })
}

/** Like `nodeIdsOf`, for one node. */
export async function nodeIdOf(ctx: Ctx, planId: string, id: string, path = 'node_id'): Promise<string> {
  const [complete = id] = await nodeIdsOf(ctx, planId, [{ id, path }])
  return complete
}

/** Like `nodeIdsOf`, in a command that has not authorized the plan yet. */
export async function nodesIn(ctx: WriteCtx, planId: string, given: readonly GivenId[]): Promise<string[]> {
  if (given.some(({ id }) => !isFull(id.trim()))) await requireAccess(ctx, planId, 'plan.read')
  return nodeIdsOf(ctx, planId, given)
}

/** The complete id of an entry of a node; 404 if none ends so, 400 if several do. */
export async function logIn(ctx: WriteCtx, planId: string, nodeId: string, id: string): Promise<string> {
  const end = id.trim().replace(/^#/, '').toLowerCase()
  if (isFull(end)) return end
  if (!SHORT.test(end)) throw notFound('Log')
  await requireAccess(ctx, planId, 'plan.read')
  const [only, another] = await readLogIdsEnding(ctx, planId, nodeId, end)
  if (only === undefined) throw notFound('Log')
  if (another !== undefined) throw invalid('reply_to', 'reply_to matches several entries. Pass the complete id.')
  return only
}

/** Like `nodesIn`, for one node. */
export async function nodeIn(ctx: WriteCtx, planId: string, id: string, path = 'node_id'): Promise<string> {
  const [complete = id] = await nodesIn(ctx, planId, [{ id, path }])
  return complete
}
