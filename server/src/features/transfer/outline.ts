// A plan changed by its edited outline: first what would change, then all of it in one transaction.

import {
  OUTLINE_CHANGES_MAX,
  OUTLINE_FIELDS,
  OUTLINE_LISTED_MAX,
  type OutlineChange,
  type OutlinePreview,
} from '@cairn/contract/api/planOutline'
import { PREVIEW_PROBLEMS_MAX } from '@cairn/contract/api/transfer'
import type { OutlineFields, ParsedOutline } from '@cairn/contract/rules/planOutline'
import { displayOrder } from '@cairn/contract/rules/tree'
import { cut } from '../../base/cut.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { restIfMany } from '../../base/turns.ts'
import { requireInBranch } from '../../core/credential-limits.ts'
import type { CallWithoutTx, Ctx, WriteCtx } from '../../core/ctx.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import { longSnapshot } from '../../db/snapshot.ts'
import { type Rewrite, rewriteNodes } from '../nodes/nodes.rewrite.ts'
import { Problems } from './import.read.ts'
import { parseInTurns, refuseImport, textOf } from './import.ts'
import { diffOutline, type OutlineDiff } from './outline.diff.ts'
import type { CurrentNode } from './outline.lines.ts'
import { listOutlineNodes } from './outline.repo.ts'

/** Characters of a value that a preview shows. */
const SHOWN_CHARACTERS = 300

interface Options {
  dry_run: boolean
  remove: boolean
  expected_revision?: number | undefined
  /** How many nodes a plan can have. */
  nodesMax: number
}

interface Compared {
  plan: AuthorizedPlan
  nodes: readonly CurrentNode[]
  diff: OutlineDiff
  problems: Problems
}

/** 400 for an outline with errors, 409 `plan_changed` if the plan is not the one that the preview was about. */
export async function changeByOutline(
  { ctx, run }: CallWithoutTx,
  planId: string,
  bytes: Buffer,
  { dry_run, remove, expected_revision, nodesMax }: Options,
): Promise<OutlinePreview> {
  if (!dry_run && expected_revision === undefined)
    throw invalid('expected_revision', 'expected_revision is required to apply an outline')
  const outline = await parseInTurns(textOf(bytes), nodesMax)
  if (outline.lines.length > nodesMax) throw tooManyLines(nodesMax)
  if (dry_run) {
    const current = await longSnapshot(ctx, (at) => load(at, planId))
    const compared = await compare(outline, current, remove)
    await requireInBranch(ctx, planId, nodesReachedBy(compared, remove))
    return previewOf(compared, remove)
  }
  return run(async (writing) => {
    const compared = await compare(outline, await load(writing, planId), remove)
    const preview = previewOf(compared, remove)
    if (compared.plan.revision !== expected_revision)
      throw conflict('plan_changed', 'The plan has changed since the preview. Review the changes again.', preview)
    if (!preview.can_apply) throw refuseImport(compared.problems)
    await rewriteNodes(writing, compared.plan, rewriteOf(compared.diff, remove))
    return { ...preview, applied: true, revision: writing.revision ?? preview.revision }
  })
}

const tooManyLines = (max: number) =>
  invalid(
    'file',
    `The outline has more than ${max.toLocaleString('en-US')} nodes, which is the most that a plan can have`,
  )

async function load(ctx: Ctx | WriteCtx, planId: string) {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const rows = await listOutlineNodes(ctx.db, planId)
  await restIfMany(rows)
  return { plan, nodes: displayOrder(rows) }
}

async function compare(
  outline: ParsedOutline,
  { plan, nodes }: Pick<Compared, 'plan' | 'nodes'>,
  remove: boolean,
): Promise<Compared> {
  const problems = new Problems(PREVIEW_PROBLEMS_MAX)
  // What a new plan may guess would change an existing one unasked.
  for (const { line, field, message } of outline.problems) problems.fail(line, field, message)
  const diff = await diffOutline(outline, { title: plan.title, nodes }, problems)
  await restIfMany(nodes)
  const { added, edited, moved } = countsOf(diff, remove)
  const removed = remove ? diff.missing.length : 0
  if (added + edited + moved + removed > OUTLINE_CHANGES_MAX)
    problems.fail(
      null,
      null,
      `An outline can change at most ${OUTLINE_CHANGES_MAX.toLocaleString('en-US')} nodes at once`,
    )
  return { plan, nodes, diff, problems }
}

/** The nodes that the outline changes, and the parents from and to which it moves or adds some; null is the top level. */
function nodesReachedBy({ nodes, diff }: Compared, remove: boolean): (string | null)[] {
  const parents = new Map(nodes.map(({ id, parent_id }) => [id, parent_id]))
  const isNode = (id: string | null) => id === null || parents.has(id)
  return [
    ...diff.edited.map(({ id }) => id),
    ...diff.moved.flatMap(({ id, parent }) => [id, parents.get(id) ?? null, parent]),
    ...diff.added.map(({ parent }) => parent),
    ...(remove ? diff.missing.map(({ id }) => id) : []),
    // New nodes are inside if their parents are.
  ].filter(isNode)
}

function countsOf({ added, edited, moved, missing }: OutlineDiff, remove: boolean): OutlinePreview['counts'] {
  const lacking = missing.reduce((sum, { node_count }) => sum + node_count, 0)
  return {
    added: added.length,
    edited: edited.length,
    moved: moved.length,
    missing: remove ? 0 : lacking,
    removed: remove ? lacking : 0,
  }
}

function rewriteOf({ added, edited, moved, missing }: OutlineDiff, remove: boolean): Rewrite {
  const ids = new Map(added.map(({ key }) => [key, newId()]))
  const idOf = <T extends string | null>(key: T) => (key === null ? null : (ids.get(key) ?? key))
  return {
    added: added.map(({ key, parent, after, line: { title, node_type, status, due_date, description } }) => ({
      id: ids.get(key) ?? key,
      parent_id: idOf(parent),
      after: idOf(after),
      values: { title, node_type, status, due_date, description: description || null },
    })),
    edited,
    moved: moved.map(({ id, parent, previous, place }) => ({
      id,
      parent_id: idOf(parent),
      previous_id: idOf(previous),
      place,
    })),
    removed: remove ? missing.map(({ id }) => id) : [],
  }
}

function previewOf({ plan, nodes, diff, problems }: Compared, remove: boolean): OutlinePreview {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const added = new Map(diff.added.map(({ key, line }) => [key, line]))
  const titleOf = (key: string | null) =>
    key === null ? null : (newTitles.get(key) ?? byId.get(key)?.title ?? added.get(key)?.title ?? null)
  const newTitles = new Map(
    diff.edited.flatMap(({ id, values: { title } }) => (title === undefined ? [] : [[id, title] as const])),
  )
  const changes = new Map<string, OutlineChange>()
  const about = (id: string, line: number | null, kind: OutlineChange['kind']): OutlineChange => {
    const known = changes.get(id)
    if (known) return known
    const change: OutlineChange = {
      kind,
      line,
      node_id: id,
      title: titleOf(id) ?? '',
      node_type: byId.get(id)?.node_type ?? 'task',
      fields: [],
      moved: null,
      node_count: 1,
      overwrites: false,
    }
    changes.set(id, change)
    return change
  }
  for (const { id, node_count } of diff.missing) about(id, null, remove ? 'removed' : 'missing').node_count = node_count
  for (const { key, line } of diff.added)
    Object.assign(about(key, line.line, 'added'), { node_id: null, node_type: line.node_type })
  for (const { id, line, values, overwrites } of diff.edited) {
    const node = byId.get(id)
    const change = about(id, line, 'changed')
    change.overwrites ||= overwrites
    if (node) change.fields = fieldsOf(node, values)
    change.node_type = values.node_type ?? change.node_type
  }
  for (const { id, line, parent, overwrites } of diff.moved) {
    const change = about(id, line, 'changed')
    change.overwrites ||= overwrites
    change.moved = { from: titleOf(byId.get(id)?.parent_id ?? null), to: titleOf(parent) }
  }
  const list = [...changes.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return {
    applied: false,
    can_apply: problems.fatal.length === 0,
    revision: plan.revision,
    counts: countsOf(diff, remove),
    changes: list.slice(0, OUTLINE_LISTED_MAX),
    change_count: list.length,
    problem_count: problems.count,
    problems: problems.list,
  }
}

const shown = (text: string | null): string | null =>
  text !== null && text.length > SHOWN_CHARACTERS ? `${cut(text, SHOWN_CHARACTERS)}…` : text

const fieldsOf = (node: CurrentNode, values: Partial<OutlineFields>): OutlineChange['fields'] =>
  OUTLINE_FIELDS.flatMap((field) =>
    values[field] === undefined ? [] : [{ field, before: shown(node[field]), after: shown(values[field]) }],
  )
