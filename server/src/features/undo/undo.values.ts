// Undoing values: a value is restored if no one has changed it since.
import { isDeepStrictEqual } from 'node:util'
import { LIMITS } from '@cairn/contract/api/common'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { NodeChanges } from '@cairn/contract/api/nodes'
import type { UndoBlock } from '@cairn/contract/api/undo'
import { merge3 } from '@cairn/contract/rules/merge3'
import { AppError } from '../../base/errors.ts'
import { takingTurns } from '../../base/turns.ts'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { PlanFill } from '../nodes/nodes.budget.ts'
import { changeNodes, type NewValues } from '../nodes/nodes.changes.ts'
import { type FoundNode, readManyNodes } from '../nodes/nodes.queries.ts'
import { toNode } from '../nodes/nodes.shape.ts'
import { textBytes } from '../nodes/nodes.text.ts'
import { changeTexts } from '../nodes/nodes.update.ts'
import { type ForeignChanges, findForeign } from './undo.foreign.ts'
import type { UndoJob } from './undo.job.ts'
import { blockMissing } from './undo.missing.ts'

/** The nodes of events by id; events about missing ones are blocked. */
export async function nodesOf(job: UndoJob, events: readonly PlanEvent[]): Promise<Map<string, FoundNode>> {
  const ids = events.flatMap(({ node_id }) => node_id ?? [])
  const nodes = await readManyNodes(job.ctx, job.plan.id, ids)
  const missing = events.filter(({ node_id }) => node_id !== null && !nodes.has(node_id))
  if (missing.length > 0) await blockMissing(job, missing)
  return nodes
}

export async function undoStatus(job: UndoJob, events: readonly PlanEvent<'node.status_changed'>[]): Promise<void> {
  const [nodes, foreign] = await Promise.all([nodesOf(job, events), findForeign(job, events)])
  const back: PlanEvent[] = []
  const changes: NewValues[] = []
  for (const event of events) {
    const node = nodes.get(event.node_id ?? '')
    const { before, after } = event.data
    if (!node) continue
    if (node.status === before.status) job.already++
    else if (node.status !== after.status || foreign(event))
      block(job, event, 'status', foreign, { now: node.status, was: before.status })
    else {
      back.push(event)
      changes.push({ id: node.id, status: before.status })
    }
  }
  await apply(job, back, nodes, changes)
}

const SHORT = ['title', 'node_type', 'due_date'] as const
const LONG = ['description', 'acceptance_criteria', 'context', 'agent_instructions'] as const

export async function undoUpdate(job: UndoJob, events: readonly PlanEvent<'node.updated'>[]): Promise<void> {
  const [nodes, foreign] = await Promise.all([nodesOf(job, events), findForeign(job, events)])
  const many: { event: PlanEvent; change: NewValues }[] = []
  const single: TextsBack[] = []
  const restIfDue = takingTurns()
  for (const event of events) {
    // Merging long texts takes a while.
    await restIfDue()
    const node = nodes.get(event.node_id ?? '')
    if (!node) continue
    const wanted = fieldsBack(job, event, node, foreign)
    const fields = Object.keys(wanted)
    if (fields.length === 0) continue
    if (fields.every((field) => field === 'node_type' || field === 'due_date'))
      many.push({ event, change: { id: node.id, ...wanted } })
    else single.push({ event, node, wanted })
  }
  await requireNotHeldByOthers(
    job.ctx,
    job.plan.id,
    single.map(({ node }) => node.id),
  )
  await undoTexts(job, single)
  await apply(
    job,
    many.map(({ event }) => event),
    nodes,
    many.map(({ change }) => change),
  )
}

interface TextsBack {
  event: PlanEvent
  node: FoundNode
  wanted: Wanted
}

/** Blocks the events whose texts no longer fit into the plan. */
async function undoTexts(job: UndoJob, single: readonly TextsBack[]): Promise<void> {
  if (single.length === 0) return
  const { node_count, text_bytes } = await job.currentPlan()
  const fill = { node_count, text_bytes }
  const tooLong = await restoreTexts(job, fill, single)
  // Texts that became shorter have made room. A third attempt would find no more: those that became shorter always fit.
  for (const { event } of await restoreTexts(job, fill, tooLong)) job.block(event, 'plan_full')
}

/** Restores the texts that fit into the plan, and counts them in its size. Returns the others. */
async function restoreTexts(job: UndoJob, fill: PlanFill, texts: readonly TextsBack[]): Promise<TextsBack[]> {
  const tooLong: TextsBack[] = []
  for (const one of texts) {
    const { event, node, wanted } = one
    try {
      await job.taking([event], async () => {
        const changed = await changeTexts(job.ctx, fill, node, wanted, wanted.metadata)
        fill.text_bytes += textBytes(changed) - textBytes(node)
      })
      job.done(event)
    } catch (error) {
      // The size is checked before anything of this event is written, so the other events do not start again.
      if (!(error instanceof AppError) || error.code !== 'plan_full') throw error
      tooLong.push(one)
    }
  }
  return tooLong
}

async function apply(
  job: UndoJob,
  events: readonly PlanEvent[],
  nodes: ReadonlyMap<string, FoundNode>,
  changes: readonly NewValues[],
): Promise<void> {
  if (events.length === 0) return
  const changed = changes.flatMap(({ id }) => nodes.get(id) ?? [])
  await job.taking(events, async () => {
    await changeNodes(job.ctx, job.plan, changed, changes)
  })
  for (const event of events) job.done(event)
}

type Wanted = Partial<Pick<NodeChanges, (typeof SHORT)[number] | (typeof LONG)[number] | 'metadata'>>

/** The fields of an event that go back. Blocks those that were changed later. */
function fieldsBack(job: UndoJob, event: PlanEvent<'node.updated'>, row: FoundNode, foreign: ForeignChanges): Wanted {
  const node = toNode(row)
  const { before, after, left_out = [] } = event.data
  const wanted: Record<string, unknown> = {}
  let isBlocked = false
  const refuse = (field: string, code: UndoBlock = 'changed_since') => {
    isBlocked = true
    if (code === 'changed_since') block(job, event, field, foreign, shortValues(field))
    else job.block(event, code, { field })
  }
  const shortValues = (field: string) => {
    const short = SHORT.find((one) => one === field)
    return short && { now: node[short], was: before[short] ?? null }
  }
  const isTheirs = (field: string) => foreign(event, (values) => field in values) !== undefined
  for (const field of left_out) refuse(field, 'too_large')
  for (const field of SHORT) {
    if (!(field in after) || node[field] === before[field]) continue
    if (node[field] === after[field] && !isTheirs(field)) wanted[field] = before[field]
    else refuse(field)
  }
  for (const field of LONG) {
    const [now, was = null, made = null] = [node[field], before[field], after[field]]
    if (!(field in after) || now === was) continue
    const merged = now === made ? { clean: !isTheirs(field), text: was } : merge3(made ?? '', now ?? '', was ?? '')
    if (!merged.clean) refuse(field)
    else if ((merged.text?.length ?? 0) > LIMITS[field]) refuse(field, 'too_large')
    else wanted[field] = merged.text || null
  }
  const metadata = metadataBack(node.metadata, before.metadata, after.metadata, refuse)
  if (metadata) wanted.metadata = metadata
  if (Object.keys(wanted).length === 0 && !isBlocked) job.already++
  return wanted as Wanted
}

type Metadata = Readonly<Record<string, unknown>>
const COUNTS = new Set(['child_count', 'completed_child_count'])

/** Restores metadata key by key; undefined if no key can be restored. */
function metadataBack(
  now: Metadata,
  before: Metadata | undefined,
  after: Metadata | undefined,
  refuse: (field: string) => void,
): Record<string, unknown> | undefined {
  if (!before || !after) return undefined
  const next: Record<string, unknown> = { ...now }
  let changed = false
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (COUNTS.has(key) || isDeepStrictEqual(before[key], after[key]) || isDeepStrictEqual(now[key], before[key]))
      continue
    if (!isDeepStrictEqual(now[key], after[key])) refuse(`metadata.${key}`)
    else {
      changed = true
      if (key in before) next[key] = before[key]
      else delete next[key]
    }
  }
  return changed ? next : undefined
}

/** Blocks a field and names who else changed it last. */
function block(
  job: UndoJob,
  event: PlanEvent,
  field: string,
  foreign: ForeignChanges,
  values?: { now: string | null; was: string | null },
): void {
  const [key = field] = field.split('.')
  const later = foreign(event, (given) => key in given)
  job.block(event, 'changed_since', { field, ...(values && { values }), later })
}
