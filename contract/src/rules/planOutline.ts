// A plan as Markdown text that people edit: a list item for each node, with an anchor that identifies it on import.
import { FIRST_DAY } from '../api/common.ts'
import { NODE_STATUSES, NODE_TYPES, type NodeStatus, type NodeType } from '../api/nodes.ts'
import { finish } from './steps.ts'

/** What the outline says about a node. */
export interface OutlineFields {
  title: string
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
  description: string | null
}

export interface OutlineLine extends OutlineFields {
  /** The end of the node's id; null for a line without an anchor, which is a new node. */
  anchor: string | null
  /** The digest of what the exported line said; null if the line has none. */
  digest: string | null
  level: number
  /** Of the text, the first line is 1. */
  line: number
}

export interface OutlineProblem {
  line: number
  field: string | null
  message: string
  /** What happens instead. */
  instead: string
}

/** What the checkbox of a node contains. */
export const OUTLINE_MARK = {
  not_started: ' ',
  in_progress: '/',
  completed: 'x',
  blocked: '!',
} as const satisfies Record<NodeStatus, string>
const ANCHOR_MIN = 8
const INDENT = '  '

/** The shortest end of each id that names it alone: 8 characters, or the whole id. */
export function anchorsOf(ids: Iterable<string>): Map<string, string> {
  const all = [...ids]
  const counts = new Map<string, number>()
  for (const id of all) counts.set(id.slice(-ANCHOR_MIN), (counts.get(id.slice(-ANCHOR_MIN)) ?? 0) + 1)
  return new Map(all.map((id) => [id, counts.get(id.slice(-ANCHOR_MIN)) === 1 ? id.slice(-ANCHOR_MIN) : id]))
}

/** 32 bits of FNV-1a, for detecting edits, not for security. */
export function outlineDigest(node: OutlineFields, parentAnchor: string | null): string {
  const text = JSON.stringify([
    node.title,
    node.node_type,
    node.status,
    node.due_date,
    node.description === null ? null : asLines(node.description).join('\n'),
    parentAnchor,
  ])
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const asLines = (text: string): string[] => text.split(/\r\n?|\n/)

/** Titles are one line: line breaks and spaces at the ends are written as escapes. */
const escapeTitle = (title: string): string =>
  title
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replace(/^\s|\s$/g, (space) => (space === ' ' ? '\\s' : space === '\t' ? '\\t' : `\\u${hex(space)}`))

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, '0')
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', s: ' ', t: '\t', '\\': '\\' }
const unescapeTitle = (text: string): string =>
  text.replace(/\\(u[0-9a-f]{4}|[nrst\\])/g, (_, sign: string) =>
    sign.startsWith('u') ? String.fromCharCode(Number.parseInt(sign.slice(1), 16)) : (ESCAPED[sign] ?? sign),
  )

/** The lines of one node. */
export function formatOutlineNode(
  node: OutlineFields,
  { level, anchor, parentAnchor }: { level: number; anchor: string; parentAnchor: string | null },
): string {
  const indent = INDENT.repeat(level)
  const attributes = [
    `#${anchor}`,
    ...(node.node_type === 'task' ? [] : [node.node_type]),
    ...(node.due_date === null ? [] : [`due=${node.due_date}`]),
    `~${outlineDigest(node, parentAnchor)}`,
  ]
  const lines = [`${indent}- [${OUTLINE_MARK[node.status]}] ${escapeTitle(node.title)} {${attributes.join(' ')}}`]
  if (node.description !== null)
    for (const text of asLines(node.description)) lines.push(`${indent}${INDENT}>${text === '' ? '' : ` ${text}`}`)
  return `${lines.join('\n')}\n`
}

/** The status by what the checkbox contains. */
export const OUTLINE_STATUS: ReadonlyMap<string, NodeStatus> = new Map<string, NodeStatus>([
  ...NODE_STATUSES.map((status): [string, NodeStatus] => [OUTLINE_MARK[status], status]),
  ['', 'not_started'],
  ['X', 'completed'],
  ['~', 'in_progress'],
  ['-', 'in_progress'],
])
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])(?:\s+|$)(?:\[([^\]]?)\](?:\s+|$))?/
const HEADING = /^(#{1,6})\s+/
const QUOTE = /^\s*> ?/
/** Begins a block of code, which ends with as many of the same sign. */
const FENCE = /^(`{3,}|~{3,})/
/** Without space around it: matching that too takes quadratic time in a long line. */
const ATTRIBUTES = /\{([^{}]*)\}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const TAB = 4
/** Longer lines are rejected instead of read. */
const LINE_MAX = 60_000
const SAVED_AT = /^<!-- outline exported (\S+) -->$/

export interface ParsedOutline {
  title: string | null
  /** The quote below the title, if the reader wants it. */
  description: string | null
  /** When the outline was exported. */
  exported_at: string | null
  lines: OutlineLine[]
  problems: OutlineProblem[]
}

/** Whether a text is a day like 2026-01-31 that exists. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && text >= FIRST_DAY && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** Lines that are read in one step. */
const STEP_LINES = 500

export interface OutlineLimits {
  /** How many problems are reported. */
  problemsMax?: number
  /** Reading ends after one more node, so that the caller sees that there are too many. */
  nodesMax?: number
}

export interface OutlineOptions extends OutlineLimits {
  /** Whether a quote below the title is the description of the plan; otherwise it is a problem. */
  hasDescription?: boolean
}

/** Reads an outline in steps, so long ones can be read between other work. */
export function* readPlanOutline(
  text: string,
  { problemsMax = 200, nodesMax = 50_000, hasDescription = false }: OutlineOptions = {},
): Generator<undefined, ParsedOutline> {
  const result: ParsedOutline = { title: null, description: null, exported_at: null, lines: [], problems: [] }
  const report = (problem: OutlineProblem) => {
    if (result.problems.length < problemsMax) result.problems.push(problem)
  }
  const path: { depth: number; level: number }[] = []
  let quoted: string[] | null = null
  let quotedLength = 0
  let line = 0
  let fence: string | null = null
  const endQuote = () => {
    if (quoted) (result.lines.at(-1) ?? result).description = quoted.join('\n')
    quoted = null
    quotedLength = 0
  }
  for (const raw of eachLine(text.replace(/^\ufeff/, ''))) {
    line += 1
    if (line % STEP_LINES === 0) yield
    if (result.lines.length > nodesMax) break
    if (raw.length > LINE_MAX) {
      report({ line, field: null, message: `The line is longer than ${LINE_MAX} characters`, instead: 'It is skipped' })
      continue
    }
    if (fence !== null) {
      const text = raw.trim()
      if (text.startsWith(fence) && text === text[0]?.repeat(text.length)) fence = null
      continue
    }
    const isQuotable = result.lines.length > 0 || (hasDescription && result.title !== null)
    if (isQuotable && QUOTE.test(raw)) {
      quoted ??= []
      // What is longer than any description is rejected whole.
      if (quotedLength > LINE_MAX) continue
      quoted.push(raw.replace(QUOTE, ''))
      quotedLength += raw.length
      continue
    }
    const trimmed = raw.trim()
    if (trimmed === '') continue
    endQuote()
    fence = FENCE.exec(trimmed)?.[1] ?? null
    if (fence !== null) {
      report({ line, field: null, message: 'This is a block of code', instead: 'It is skipped' })
      continue
    }
    const saved = SAVED_AT.exec(trimmed)
    const at = Date.parse(saved?.[1] ?? '')
    if (!Number.isNaN(at)) result.exported_at = new Date(at).toISOString()
    if (trimmed.startsWith('<!--') && trimmed.endsWith('-->')) continue
    const [marks, signs = ''] = HEADING.exec(trimmed) ?? []
    if (signs === '#' && result.title === null && result.lines.length === 0) {
      result.title = unescapeTitle(trimmed.slice(2)).trim()
      continue
    }
    const item = marks === undefined ? ITEM.exec(raw) : null
    if (marks === undefined && !item) {
      report({
        line,
        field: null,
        message: 'This is not a list item, a heading or a description',
        instead: 'It is skipped',
      })
      continue
    }
    const depth = item ? columnsOf(item[1] ?? '') : signs.length - HEADINGS
    while ((path.at(-1)?.depth ?? Number.NEGATIVE_INFINITY) >= depth) path.pop()
    const level = (path.at(-1)?.level ?? -1) + 1
    path.push({ depth, level })
    const body = item ? raw.slice(item[0].length) : trimmed.slice(marks?.length)
    result.lines.push(readLine({ body, box: item?.[2], level, line, isHeading: !item }, report))
  }
  endQuote()
  return result
}

/** Subtracted from the depth of headings, so that they are above every list item. */
const HEADINGS = 100

export const parsePlanOutline = (text: string, options: OutlineOptions = {}): ParsedOutline =>
  finish(readPlanOutline(text, options))

/** Like `asLines`, without a list of all, which takes much memory for millions of short ones. */
function* eachLine(text: string): Generator<string> {
  const end = /\r\n?|\n/g
  let from = 0
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index)
    from = end.lastIndex
  }
  yield text.slice(from)
}

interface RawLine {
  body: string
  box: string | undefined
  level: number
  line: number
  isHeading: boolean
}

function readLine(
  { body, box, level, line, isHeading }: RawLine,
  report: (problem: OutlineProblem) => void,
): OutlineLine {
  const text = body.trim()
  const found = ATTRIBUTES.exec(text)
  const known = found ? readAttributes(found[1] ?? '', line, report) : null
  const status = OUTLINE_STATUS.get(box ?? '')
  const words = unescapeTitle((known ? text.slice(0, found?.index) : text).trim())
  const title = status === undefined ? `[${box}] ${words}` : words
  if (status === undefined)
    report({
      line,
      field: 'status',
      message: `"[${box}]" is not a status. Use [ ], [/], [x] or [!]`,
      instead: 'It stays in the title, and the node is not started',
    })
  return {
    title,
    node_type: known?.node_type ?? (isHeading ? 'phase' : 'task'),
    status: status ?? 'not_started',
    due_date: known?.due_date ?? null,
    description: null,
    anchor: known?.anchor ?? null,
    digest: known?.digest ?? null,
    level,
    line,
  }
}

/** Null if the braces hold anything that is not an attribute: then they belong to the title. */
function readAttributes(
  text: string,
  line: number,
  report: (problem: OutlineProblem) => void,
): { anchor: string | null; digest: string | null; node_type: NodeType | null; due_date: string | null } | null {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return null
  const read = { anchor: null, digest: null, node_type: null, due_date: null } as NonNullable<
    ReturnType<typeof readAttributes>
  >
  for (const word of words) {
    if (/^#[0-9a-f-]{8,36}$/i.test(word)) read.anchor = word.slice(1).toLowerCase()
    else if (/^~[0-9a-f]{8}$/.test(word)) read.digest = word.slice(1)
    else if ((NODE_TYPES as readonly string[]).includes(word)) read.node_type = word as NodeType
    else if (word.startsWith('due=')) {
      const day = word.slice('due='.length)
      if (isDay(day)) read.due_date = day
      else
        report({
          line,
          field: 'due',
          message: `"${day.slice(0, 40)}" is not a date like 2026-01-31`,
          instead: 'The node has no due date',
        })
    } else return null
  }
  return read
}

function columnsOf(indent: string): number {
  let columns = 0
  for (const sign of indent) columns += sign === '\t' ? TAB - (columns % TAB) : 1
  return columns
}
