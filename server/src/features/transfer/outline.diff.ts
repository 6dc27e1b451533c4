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
import { mapInTurns, restIfMany } from '../../db/turn.ts'
import type { Problems } from './import.read.ts'
import { longestIncreasing } from './outline.order.ts'

/** A node of the plan, in display order. */
export interface CurrentNode extends OutlineFields {
  id: string
  parent_id: string | null
  created_at: string
}

export interface AddedLine {
  key: string
  /** The id of a node, or the key of another new line; null at the top level. */
  parent: string | null
  /** The sibling before it when it is inserted: an id or a key; null for none. */
  after: string | null
  line: OutlineLine
}
export interface EditedNode {
  id: string
  line: number
  /** The new values. */
  values: Partial<OutlineFields>
  overwrites: boolean
}
export interface MovedNode {
  id: string
  line: number
  parent: string | null
  /** The sibling to follow: an id or a key; null to be the first. */
  previous: string | null
  /** About where it is among its siblings afterwards. */
  place: number
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

const TAIL = 8
const ORDER_FIELDS = ['title', 'node_type', 'status', 'due_date', 'description'] as const satisfies OutlineField[]
/** An outline has only one kind of line break. */
const oneBreak = (text: string | null): string | null => text?.replace(/\r\n?/g, '\n') || null

/** A line of the outline and the node it is about. */
interface Placed {
  line: OutlineLine
  /** The id of its node, or the key of a new one; null for a line about a node that was deleted. */
  key: string | null
  node: CurrentNode | null
  parent: Placed | null
  isEdited: boolean
}

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
  const diff: OutlineDiff = { added: [], edited: [], moved: [], missing: [] }

  // The parent that each line asks for. Lines that were not edited keep the current one.
  const inFile = new Map<string, Placed>()
  const parents = new Map<string, string | null>(plan.nodes.map(({ id, parent_id }) => [id, parent_id]))
  const hasRootLine = root !== null && placed.some(({ node }) => node === root)
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
    if (Object.keys(values).length > 0) diff.edited.push({ id: node.id, line: line.line, values, overwrites })
    if (node === root) {
      if (wanted !== null) problems.fail(line.line, 'level', 'The root must stay at the top level')
    } else parents.set(node.id, wanted)
  })

  await restIfMany(placed)
  const children = childrenOf(parents)
  const levels = levelsOf(parents, children, inFile, byId, problems)
  if (levels === null) return diff
  await restIfMany(placed)
  await arrange(diff, { placed, nodes: plan.nodes, parents, levels, overwritten })
  await restIfMany(placed)
  diff.missing = missingOf(plan.nodes, { children, inFile, root, exported_at })
  return diff
}

/** Finds the node of each line. */
async function placeLines(
  lines: readonly OutlineLine[],
  nodes: readonly CurrentNode[],
  exportedAt: string | null,
  problems: Problems,
): Promise<Placed[]> {
  const byTail = new Map<string, CurrentNode[]>()
  for (const node of nodes) {
    const tail = node.id.slice(-TAIL)
    const same = byTail.get(tail)
    if (same) same.push(node)
    else byTail.set(tail, [node])
  }
  const nodeAt = (anchor: string): CurrentNode[] => {
    const found = (byTail.get(anchor.slice(-TAIL)) ?? []).filter(({ id }) => id.endsWith(anchor))
    // A node that is newer than the outline cannot be meant.
    const older = found.filter(({ created_at }) => exportedAt === null || created_at <= exportedAt)
    return found.length > 1 && older.length > 0 ? older : found
  }
  const taken = new Map<string, number>()
  const path: Placed[] = []
  let isKnown = false
  let unknown: OutlineLine | null = null
  const placed = await mapInTurns(lines, (line): Placed => {
    path.length = line.level
    const parent = path.at(-1) ?? null
    const item: Placed = { line, key: `line ${line.line}`, node: null, parent, isEdited: true }
    path.push(item)
    if (line.anchor === null) return item
    const [node, other] = nodeAt(line.anchor)
    const isUnderNewLine = parent !== null && parent.key !== null && parent.node === null
    const isAsExported = !isUnderNewLine && line.digest === outlineDigest(line, parent?.line.anchor ?? null)
    if (other) problems.fail(line.line, 'id', `"#${line.anchor}" is the id of more than one node`)
    else if (!node) {
      unknown ??= line
      const says = `No node of this plan has the id "#${line.anchor}"`
      if (isAsExported) item.key = null
      problems.warn(
        line.line,
        'id',
        says,
        isAsExported ? 'It was deleted, and the line is skipped' : 'It becomes a new node',
      )
    } else if (taken.has(node.id))
      problems.warn(
        line.line,
        'id',
        `"#${line.anchor}" is also the id of line ${taken.get(node.id)}`,
        'This line becomes a new node',
      )
    else {
      isKnown = true
      taken.set(node.id, line.line)
      Object.assign(item, { key: node.id, node, isEdited: !isAsExported })
    }
    return item
  })
  const stray = unknown as OutlineLine | null
  if (stray && !isKnown) problems.fail(stray.line, 'id', 'This is the outline of another plan')
  return placed
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
function parentOf(
  { line, node, parent }: Placed,
  root: CurrentNode | null,
  hasRootLine: boolean,
  problems: Problems,
): string | null {
  let above = parent
  while (above !== null && above.key === null) above = above.parent
  if (above !== null) return above.key
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
    const list = children.get(parent)
    if (list) list.push(key)
    else children.set(parent, [key])
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

interface Arranged {
  placed: readonly Placed[]
  nodes: readonly CurrentNode[]
  parents: ReadonlyMap<string, string | null>
  levels: ReadonlyMap<string, number>
  overwritten: ReadonlySet<string>
}

/** The new and the moved nodes. Among siblings as few as possible move. */
async function arrange(diff: OutlineDiff, { placed, nodes, parents, levels, overwritten }: Arranged): Promise<void> {
  const places = new Map<string, number>()
  const counts = new Map<string | null, number>()
  for (const { id, parent_id } of nodes) {
    const place = counts.get(parent_id) ?? 0
    places.set(id, place)
    counts.set(parent_id, place + 1)
  }
  const lists = new Map<string | null, Placed[]>()
  for (const item of placed) {
    if (item.key === null) continue
    const parent = parents.get(item.key) ?? null
    // Ignores the position of an unedited line whose node was moved since.
    if (!item.isEdited && fileParentOf(item) !== parent) continue
    const list = lists.get(parent)
    if (list) list.push(item)
    else lists.set(parent, [item])
  }
  await restIfMany(placed)
  for (const [parent, list] of lists) {
    const staying = list.filter(({ node }) => node !== null && node.parent_id === parent)
    const still = new Set(
      longestIncreasing(staying.map(({ node }) => places.get(node?.id ?? '') ?? 0)).map((at) => staying[at]),
    )
    let previous: string | null = null
    let settled: string | null = null
    for (const [place, item] of list.entries()) {
      const { key, node, line } = item
      if (key === null) continue
      if (node === null) diff.added.push({ key, parent, after: settled, line })
      else if (!still.has(item))
        diff.moved.push({ id: node.id, line: line.line, parent, previous, place, overwrites: overwritten.has(node.id) })
      if (node === null || still.has(item)) settled = key
      previous = key
    }
  }
  const byLevel = (key: string) => levels.get(key) ?? 0
  diff.added.sort((a, b) => byLevel(a.key) - byLevel(b.key))
  diff.moved.sort((a, b) => byLevel(a.id) - byLevel(b.id))
}

function fileParentOf({ parent }: Placed): string | null {
  let above = parent
  while (above !== null && above.key === null) above = above.parent
  return above?.key ?? null
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
