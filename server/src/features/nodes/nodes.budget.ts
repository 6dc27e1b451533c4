// Limits for a plan and for one command, set by the operator.

import { AppError, conflict } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { NodeRow, PlanRow } from '../../db/schema.ts'
import { textBytes } from './nodes.text.ts'

export type PlanFill = Pick<PlanRow, 'node_count' | 'text_bytes'>
/** What new rows add to the plan's size. */
export const fillOf = (rows: readonly NodeRow[]): PlanFill => ({
  node_count: rows.length,
  text_bytes: rows.reduce((sum, row) => sum + textBytes(row), 0),
})
export const EMPTY: PlanFill = { node_count: 0, text_bytes: 0 }

/** 409 `plan_full` if the plan would exceed its limit of nodes or text; `about` are the nodes that need the room. */
export function requireRoom(
  { limits }: Pick<WriteCtx, 'limits'>,
  plan: PlanFill,
  more: PlanFill,
  about?: readonly string[],
): void {
  const limit = findExceeded(limits, plan, more)
  if (limit === undefined) return
  const { max, message } =
    limit === 'nodes'
      ? { max: limits.plan_nodes, message: `A plan holds at most ${limits.plan_nodes.toLocaleString('en-US')} nodes.` }
      : {
          max: limits.plan_text_bytes,
          message: `The texts of a plan hold at most ${inMegabytes(limits.plan_text_bytes)} MB.`,
        }
  throw conflict('plan_full', message, { limit, max }, about)
}

/** Something that a plan is to hold. */
interface Part {
  id: string
  fill: PlanFill
  /** The earlier part without which this one cannot be there. */
  needs: string | undefined
}

/**
 * The ids of the parts that do not fit if the parts are added to the plan in this order, each if there is room. A part that
 * needs one of these is not added either. It is not named, because room is not what it lacks.
 */
export function listBeyondRoom({ limits }: WriteCtx, plan: PlanFill, parts: readonly Part[]): string[] {
  const beyond: string[] = []
  const absent = new Set<string>()
  let { node_count, text_bytes } = plan
  for (const { id, fill, needs } of parts)
    if (needs !== undefined && absent.has(needs)) absent.add(id)
    else if (findExceeded(limits, { node_count, text_bytes }, fill) !== undefined) {
      beyond.push(id)
      absent.add(id)
    } else {
      node_count += fill.node_count
      text_bytes += fill.text_bytes
    }
  return beyond
}

function findExceeded(limits: WriteCtx['limits'], plan: PlanFill, more: PlanFill): 'nodes' | 'text_bytes' | undefined {
  if (more.node_count > 0 && plan.node_count + more.node_count > limits.plan_nodes) return 'nodes'
  if (more.text_bytes > 0 && plan.text_bytes + more.text_bytes > limits.plan_text_bytes) return 'text_bytes'
  return undefined
}

const inMegabytes = (bytes: number): string =>
  (bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** 400 `too_many_nodes` if one command would affect more nodes than allowed. */
export function requireFew({ limits }: WriteCtx, count: number): void {
  const max = limits.command_nodes
  if (count > max)
    throw new AppError(400, 'too_many_nodes', `At most ${max.toLocaleString('en-US')} nodes can be changed at once.`, {
      details: { limit: 'nodes', max },
    })
}
