// What an edited outline changes in a plan. Lines that were not edited change nothing, whatever happened to the plan.

import { isBlank, isStorable, LIMITS } from '@cairn/contract/api/common'
import type { OutlineField } from '@cairn/contract/api/planOutline'
import {
  type OutlineFields,
  type OutlineLine,
  outlineDigest,
  type ParsedOutline,
} from '@cairn/contract/rules/planOutline'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { addTo } from '../../base/lists.ts'
import { mapInTurns, restIfMany } from '../../base/turns.ts'
import type { Problems } from './import.read.ts'
import { type CurrentNode, type Placed, parentInFile, placeLines, TAIL } from './outline.lines.ts'
import { type AddedLine, arrange, type MovedNode } from './outline.order.ts'

export interface EditedNode {
  id: string
  line: number
  /** The new values. */
  values: Partial<OutlineFields>
  overwrites: boolean
}

export interface OutlineDiff {
  /** Parents first, siblings in order. */
  added: AddedLine[]
  edited: EditedNode[]
  /** Parents first, in an order in which each move is possible. */
  moved: MovedNode[]
  /** The tops of what the outline lacks and may be removed, each with its number of nodes. */
  missing: { id: string; node_count: number }[]
}

const ORDER_FIELDS = ['title', 'node_type', 'status', 'due_date', 'description'] as const satisfies OutlineField[]
/** An outline has only one kind of line break. */
const oneBreak = (text: string | null): string | null => text?.replace(/\r\n?/g, '\n') || null

export async function diffOutline(
  { title, exported_at, lines }: Pick<ParsedOutline, 'title' | 'exported_at' | 'lines'>,
  plan: { title: string; nodes: readonly CurrentNode[] },
  problems: Problems,
): Promise<OutlineDiff> {
  if (lines.length === 0) problems.fail(null, null, 'The outline is empty')
  if (title !== null && title !== plan.title.replaceAll(/[\r\n]+/g, ' ').trim() && title !== plan.title.trim())
    problems.warn(null, 'title', 'The heading is not the title of the plan', 'The title of the plan stays')
  await restIfMany(plan.nodes)
  const byId = new Map(plan.nodes.map((node) => [node.id, node]))
  const root = plan.nodes.find(({ node_type }) => node_type === 'root') ?? null
  const placed = await placeLines(lines, plan.nodes, exported_at, problems)

  // The parent that each line asks for. Lines that were not edited keep the current one.
  const inFile = new Map<string, Placed>()
  const parents = new Map<string, string | null>(plan.nodes.map(({ id, parent_id }) => [id, parent_id]))
  const hasRootLine = root !== null && placed.some(({ node }) => node === root)
  const edited: EditedNode[] = []
  const overwritten = new Set<string>()
  await mapInTurns(placed, (item) => {
    const { key, node, line } = item
    if (key === null) return
    inFile.set(key, item)
    check(line, problems)
    const wanted = parentOf(item, root, hasRootLine, problems)
    if (node === null) {
      parents.set(key, wanted)
      if (line.node_type === 'root') {
        problems.warn(line.line, 'node_type', 'Only the top of a plan is a root', 'It becomes a phase')
        line.node_type = 'phase'
      }
      return
    }
    if (!item.isEdited) return
    const overwrites = line.digest !== null && line.digest !== digestNow(item, byId)
    if (overwrites) overwritten.add(node.id)
    if (node === root) line.node_type = 'root'
    else if (line.node_type === 'root') problems.fail(line.line, 'node_type', 'Only the top of a plan is a root')
    const values = valuesOf(node, line)
    if (Object.keys(values).length > 0) edited.push({ id: node.id, line: line.line, values, overwrites })
    if (node === root) {
      if (wanted !== null) problems.fail(line.line, 'level', 'The root must stay at the top level')
    } else parents.set(node.id, wanted)
  })

  await restIfMany(placed)
  const children = childrenOf(parents)
  const levels = levelsOf(parents, children, inFile, byId, problems)
  if (levels === null) return { added: [], edited, moved: [], missing: [] }
  await restIfMany(placed)
  const { added, moved } = await arrange({ placed, nodes: plan.nodes, parents, levels, overwritten })
  await restIfMany(placed)
  return { added, edited, moved, missing: missingOf(plan.nodes, { children, inFile, root, exported_at }) }
}

function check({ title, description, line }: OutlineLine, problems: Problems): void {
  if (isBlank(title)) problems.fail(line, 'title', 'The title is missing')
  if (title.length > LIMITS.title) problems.fail(line, 'title', `The title is longer than ${LIMITS.title} characters`)
  if ((description?.length ?? 0) > LIMITS.description)
    problems.fail(
      line,
      'description',
      `The description is longer than ${LIMITS.description.toLocaleString('en-US')} characters`,
    )
  if (!isStorable(title) || !isStorable(description ?? ''))
    problems.fail(line, null, 'The line contains invalid characters')
}

/** The parent that a line asks for: an id or a key. What is beside the root belongs to it. */
function parentOf(item: Placed, root: CurrentNode | null, hasRootLine: boolean, problems: Problems): string | null {
  const { line, node } = item
  const above = parentInFile(item)
  if (above !== null) return above
  if (root === null || node === root || (node !== null && node.parent_id === null)) return null
  if (hasRootLine) problems.warn(line.line, 'level', 'The line is beside the root', 'It moves into the root')
  return root.id
}

/** The digest of what the export of the current plan would say. */
function digestNow({ node, parent }: Placed, byId: ReadonlyMap<string, CurrentNode>): string {
  if (node === null) return ''
  const now = node.parent_id === null ? null : byId.get(node.parent_id)
  const isSame = (parent?.node ?? null) === (now ?? null)
  return outlineDigest(node, isSame ? (parent?.line.anchor ?? null) : (now?.id.slice(-TAIL) ?? null))
}

function valuesOf(node: CurrentNode, line: OutlineLine): Partial<OutlineFields> {
  const description = line.description === '' ? null : line.description
  const next = { ...line, description }
  const values: Partial<Record<OutlineField, unknown>> = {}
  for (const field of ORDER_FIELDS)
    if ((field === 'description' ? oneBreak(node.description) : node[field]) !== next[field])
      values[field] = next[field]
  return values as Partial<OutlineFields>
}

function childrenOf(parents: ReadonlyMap<string, string | null>): Map<string | null, string[]> {
  const children = new Map<string | null, string[]>()
  for (const [key, parent] of parents) {
    addTo(children, parent, key)
  }
  return children
}

/** The level of each node afterwards; null if a node would be its own ancestor. */
function levelsOf(
  parents: ReadonlyMap<string, string | null>,
  children: ReadonlyMap<string | null, readonly string[]>,
  inFile: ReadonlyMap<string, Placed>,
  byId: ReadonlyMap<string, CurrentNode>,
  problems: Problems,
): Map<string, number> | null {
  const levels = new Map<string, number>()
  const stack = (children.get(null) ?? []).map((key) => ({ key, level: 1 }))
  let tooDeep: string | null = null
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { key, level } = next
    levels.set(key, level)
    if (level > TREE_MAX_DEPTH) tooDeep ??= key
    for (const child of children.get(key) ?? []) stack.push({ key: child, level: level + 1 })
  }
  if (tooDeep !== null) {
    let about: string | null = tooDeep
    while (about !== null && !inFile.has(about)) about = parents.get(about) ?? null
    const line = about === null ? null : (inFile.get(about)?.line.line ?? null)
    problems.fail(line, 'level', `A plan can be at most ${TREE_MAX_DEPTH} levels deep`)
  }
  if (levels.size === parents.size) return levels
  for (const [key] of parents) {
    const item = inFile.get(key)
    if (levels.has(key) || !item?.isEdited) continue
    const title = byId.get(key)?.title ?? item.line.title
    problems.fail(
      item.line.line,
      'level',
      `"${title.slice(0, 60)}" would be below itself, because the plan has changed`,
    )
    break
  }
  return null
}

interface Rest {
  children: ReadonlyMap<string | null, readonly string[]>
  inFile: ReadonlyMap<string, Placed>
  root: CurrentNode | null
  exported_at: string | null
}

/** What the outline lacks, except the root, what is newer than the outline, and what contains something that stays. */
function missingOf(
  nodes: readonly CurrentNode[],
  { children, inFile, root, exported_at }: Rest,
): OutlineDiff['missing'] {
  const counts = new Map<string, number>()
  const order: string[] = []
  const stack = [...(children.get(null) ?? [])]
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    order.push(key)
    stack.push(...(children.get(key) ?? []))
  }
  const created = new Map(nodes.map(({ id, created_at }) => [id, created_at]))
  for (const key of order.reverse()) {
    const at = created.get(key)
    const isMissing =
      at !== undefined && !inFile.has(key) && key !== root?.id && (exported_at === null || at <= exported_at)
    if (!isMissing) continue
    const below = (children.get(key) ?? []).map((child) => counts.get(child))
    if (below.every((count) => count !== undefined))
      counts.set(
        key,
        below.reduce((sum, count) => sum + count, 1),
      )
  }
  const parentOfKey = new Map<string, string | null>()
  for (const [parent, keys] of children) for (const key of keys) parentOfKey.set(key, parent)
  return nodes.flatMap(({ id }) => {
    const node_count = counts.get(id)
    return node_count === undefined || counts.has(parentOfKey.get(id) ?? '') ? [] : [{ id, node_count }]
  })
}
