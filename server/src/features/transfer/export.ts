// Writes a plan as a file, slice by slice: from one moment of the database to a temporary file, so neither memory nor
// a reader depends on the size of the plan or the speed of the client.
import { type ExportFormat, PLAN_FILE_FORMAT, PLAN_FILE_VERSION, type PlanFile } from '@cairn/contract/api/transfer'
import { anchorsOf, formatOutlineNode } from '@cairn/contract/rules/planOutline'
import { displayOrder, type TreeRow } from '@cairn/contract/rules/tree'
import { stringify } from 'csv-stringify/sync'
import { fileName } from '../../base/file-name.ts'
import { addTo } from '../../base/lists.ts'
import { restIfMany } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { toPerson } from '../../core/person.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import { longSnapshot } from '../../db/snapshot.ts'
import { readAllEdges } from '../edges/edges.queries.ts'
import { guarded } from './csv.guard.ts'
import {
  type ExportedNode,
  type LogPosition,
  listAssigneesOf,
  listFilesAfter,
  listLogsAfter,
  listMentionsIn,
  listNodesOf,
  listReactionsTo,
  listShape,
} from './export.repo.ts'

/** A node has at most 130 KB of text, so a slice of them holds less than 7 MB. */
const SLICE_NODES = 50
const SLICE_LOGS = 200
const SLICE_FILES = 500

/** Writes text to the end of the file; the next call waits until it is written. */
export type Write = (text: string) => Promise<void>

/** An upload that belongs into the ZIP file. */
export interface PackedFile {
  key: string
  path: string
  size: number
}

export interface Exported {
  plan: AuthorizedPlan
  files: PackedFile[]
}

/** Everything of one moment. 404 and 403 like any other read of the plan. */
export function writeExport(ctx: Ctx, planId: string, format: ExportFormat, write: Write): Promise<Exported> {
  return longSnapshot(ctx, async (at) => {
    const plan = await authorizePlan(at, planId, 'plan.read')
    const rows = await listShape(at.db, planId)
    await restIfMany(rows)
    const shape = displayOrder(rows)
    const files: PackedFile[] = []
    const job: Job = { ctx: at, plan, shape, write, files, isZip: format === 'zip' }
    await WRITERS[format](job)
    return { plan, files }
  })
}

interface Job {
  ctx: Ctx
  plan: AuthorizedPlan
  shape: readonly TreeRow[]
  write: Write
  files: PackedFile[]
  isZip: boolean
}

const WRITERS: Record<ExportFormat, (job: Job) => Promise<void>> = {
  json: writeJson,
  zip: writeJson,
  markdown: writeMarkdown,
  csv: writeCsv,
}

type Author = PlanFile['logs'][number]['author']
type NodeWithPeople = ExportedNode & { assignees: Author[] }

const authorOf = (user: Parameters<typeof toPerson>[0]): Author => {
  const { name, email } = toPerson(user)
  return { name, email }
}

/** Nodes in display order with the people they are assigned to. */
async function* nodesOf({ ctx: { db }, plan, shape }: Job): AsyncGenerator<NodeWithPeople> {
  for (let first = 0; first < shape.length; first += SLICE_NODES) {
    const ids = shape.slice(first, first + SLICE_NODES).map(({ id }) => id)
    const rows = new Map((await listNodesOf(db, plan.id, ids)).map((row) => [row.id, row]))
    const assignees = new Map<string, Author[]>()
    for (const { node_id, ...user } of await listAssigneesOf(db, plan.id, ids))
      addTo(assignees, node_id, authorOf(user))
    for (const id of ids) {
      const row = rows.get(id)
      if (row) yield { ...row, assignees: assignees.get(id) ?? [] }
    }
  }
}

async function writeJson(job: Job): Promise<void> {
  const { ctx, plan, write } = job
  const { id, title, description, status, created_at, updated_at } = plan
  const head = {
    format: PLAN_FILE_FORMAT,
    version: PLAN_FILE_VERSION,
    exported_at: ctx.now,
    plan: { id, title, description, status, created_at, updated_at },
  }
  await write(JSON.stringify(head).slice(0, -1))
  await writeList(write, 'nodes', jsonNodes(job))
  await writeList(write, 'edges', edgesOf(job))
  await writeList(write, 'logs', logsOf(job))
  await writeList(write, 'files', filesOf(job))
  await write('}\n')
}

async function writeList(write: Write, name: keyof PlanFile, items: AsyncIterable<object>): Promise<void> {
  await write(`,\n"${name}":[`)
  let between = '\n'
  for await (const item of items) {
    await write(between + JSON.stringify(item))
    between = ',\n'
  }
  await write('\n]')
}

async function* jsonNodes(job: Job): AsyncGenerator<PlanFile['nodes'][number]> {
  for await (const { metadata, ...node } of nodesOf(job)) yield { ...node, metadata: JSON.parse(metadata) }
}

async function* edgesOf({ ctx, plan }: Job): AsyncGenerator<PlanFile['edges'][number]> {
  for (const { source_id, target_id, kind } of await readAllEdges(ctx, plan.id)) yield { source_id, target_id, kind }
}

async function* logsOf({ ctx: { db }, plan }: Job): AsyncGenerator<PlanFile['logs'][number]> {
  for (let after: LogPosition | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listLogsAfter>> = await listLogsAfter(db, plan.id, after, SLICE_LOGS)
    const entries = { node_ids: [...new Set(page.map(({ node_id }) => node_id))], log_ids: page.map(({ id }) => id) }
    const mentions = byLog(await listMentionsIn(db, plan.id, entries))
    const reactions = byLog(await listReactionsTo(db, plan.id, entries))
    for (const { tags, metadata, via, user_id, name, email, avatar_key, ...log } of page)
      yield {
        ...log,
        tags: JSON.parse(tags),
        metadata: JSON.parse(metadata),
        mentions: (mentions.get(log.id) ?? []).map(({ id, name }) => ({ id, name })),
        reactions: (reactions.get(log.id) ?? []).map(({ emoji, ...user }) => ({ emoji, author: authorOf(user) })),
        author: authorOf({ id: user_id, name, email, avatar_key }),
        via: JSON.parse(via),
      }
    const last = page.at(-1)
    if (page.length < SLICE_LOGS || !last) return
    after = last
  }
}

function byLog<T extends { log_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows) addTo(found, row.log_id, row)
  return found
}

async function* filesOf({ ctx: { db }, plan, files, isZip }: Job): AsyncGenerator<PlanFile['files'][number]> {
  for (let after = ''; ; ) {
    const page = await listFilesAfter(db, plan.id, after, SLICE_FILES)
    for (const { id, file_key, metadata, user_id, user_name, email, avatar_key, ...file } of page) {
      const author = authorOf({ id: user_id, name: user_name, email, avatar_key })
      const path = isZip && file_key !== null ? `files/${id}/${fileName(file.name)}` : null
      if (path && file_key) files.push({ key: file_key, path, size: file.size ?? 0 })
      yield { ...file, path, metadata: JSON.parse(metadata), author }
    }
    const last = page.at(-1)
    if (page.length < SLICE_FILES || !last) return
    after = last.id
  }
}

/** Line breaks of a title would end the heading. */
const oneLine = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')

async function writeMarkdown(job: Job): Promise<void> {
  const { plan, shape, write, ctx } = job
  await write(`# ${oneLine(plan.title)}\n\n<!-- outline exported ${ctx.now} -->\n\n`)
  await restIfMany(shape)
  const anchors = anchorsOf(shape.map(({ id }) => id))
  const levels = new Map<string, number>()
  for await (const node of nodesOf(job)) {
    const level = node.parent_id === null ? 0 : (levels.get(node.parent_id) ?? -1) + 1
    levels.set(node.id, level)
    const anchor = anchors.get(node.id) ?? node.id
    const parentAnchor = node.parent_id === null ? null : (anchors.get(node.parent_id) ?? node.parent_id)
    await write(formatOutlineNode(node, { level, anchor, parentAnchor }))
  }
}

export const CSV_COLUMNS = [
  'id',
  'parent_id',
  'level',
  'title',
  'node_type',
  'status',
  'due_date',
  'assignees',
  'description',
  'acceptance_criteria',
  'context',
  'agent_instructions',
  'depends_on',
] as const

/** One of several people in a cell. The email says who it is, so the name goes without what ends it. */
const personIn = ({ name, email }: { name: string; email: string }): string =>
  email === '' ? name : `${name.replaceAll(/[;<>]/g, ' ')} <${email}>`

async function writeCsv(job: Job): Promise<void> {
  const { ctx, plan, write } = job
  const needs = new Map<string, string[]>()
  for (const { source_id, target_id, kind } of await readAllEdges(ctx, plan.id))
    if (kind === 'dependency') addTo(needs, target_id, source_id)
  // Spreadsheets read UTF-8 only with a byte order mark.
  const rowOf = (cells: readonly unknown[]) =>
    stringify([cells.map((cell) => guarded(String(cell)))], {
      record_delimiter: 'windows',
      // The library quotes only its own line break. Spreadsheets of some countries divide cells at semicolons.
      quoted_match: /[\r\n;]/,
    })
  await write(`\ufeff${rowOf(CSV_COLUMNS)}`)
  const levels = new Map<string, number>()
  for await (const node of nodesOf(job)) {
    const level = node.parent_id === null ? 1 : (levels.get(node.parent_id) ?? 0) + 1
    levels.set(node.id, level)
    const cells: Record<(typeof CSV_COLUMNS)[number], unknown> = {
      ...node,
      level,
      assignees: node.assignees.map(personIn).join('; '),
      depends_on: (needs.get(node.id) ?? []).join(' '),
    }
    await write(rowOf(CSV_COLUMNS.map((column) => cells[column] ?? '')))
  }
}
