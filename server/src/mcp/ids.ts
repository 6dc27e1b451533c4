// Ids as arguments: complete, or for nodes the short form that outlines show.
import { z } from 'zod'
import { invalid, notFound } from '../base/errors.ts'
import type { Ctx, WriteCtx } from '../core/ctx.ts'
import { requireAccess } from '../core/plan-access.ts'
import { readNodeIdsEnding } from '../features/nodes/nodes.queries.ts'

const SHORT_MIN = 8
const SHORT = new RegExp(`^[0-9a-f][0-9a-f-]{${SHORT_MIN - 1},35}$`)
const FULL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const PlanId = z.string().describe('Plan id')
export const NodeId = z.string().describe('Node id, or its short form from an outline')

/** The complete id of a plan; 404 for anything else. */
export const planIdOf = (id: string): string => fullId(id, 'Plan')
export const claimIdOf = (id: string): string => fullId(id, 'Claim')

function fullId(id: string, noun: string): string {
  const plain = id.trim().toLowerCase()
  if (!FULL.test(plain)) throw notFound(noun)
  return plain
}

/** The complete id of a node. The caller has authorized the plan. 404 if none ends so, 400 if several do. */
export async function nodeIdOf(ctx: Ctx, planId: string, id: string, path = 'node_id'): Promise<string> {
  const plain = id.trim().replace(/^#/, '').toLowerCase()
  if (FULL.test(plain)) return plain
  if (!SHORT.test(plain)) throw notFound('Node')
  const [found, another] = await readNodeIdsEnding(ctx, planId, plain)
  if (found === undefined) throw notFound('Node')
  if (another !== undefined) throw invalid(path, `${path} matches several nodes. Pass the complete id.`)
  return found
}

/** Like `nodeIdOf`, in a command that has not authorized the plan yet. */
export async function nodeIn(ctx: WriteCtx, planId: string, id: string, path?: string): Promise<string> {
  if (!FULL.test(id.trim().toLowerCase())) await requireAccess(ctx, planId, 'plan.read')
  return nodeIdOf(ctx, planId, id, path)
}
