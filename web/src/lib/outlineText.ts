// Reads outlines: indented lines, Markdown lists with checkboxes, headings, and spreadsheet rows.
import { LIMITS, withoutUnstorable } from '@cairn/contract/api/common'
import { NODE_STATUSES, type NodeStatus } from '@cairn/contract/api/nodes'
import { isDay, OUTLINE_STATUS } from '@cairn/contract/rules/planOutline'

export interface OutlineItem {
  title: string
  status?: NodeStatus
  due_date?: string
  description?: string
  children: OutlineItem[]
}

/** The width of a tab, in columns. */
const TAB = 4
/** A Markdown heading, which becomes the parent of the lines after it. */
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/
const MARKER = /^(?:[-*+•◦▪‣–]|\d{1,4}[.)]|[a-zA-Z]\))(?:\s+|$)/
const BOX = /^\[([ xX✓✔/!~-])?\](?:\s+|$)/
const DUE = /\s\{due=(\S+)\}$/
const FENCE = /^(?:```|~~~)/
const RULE = /^(?:-{3,}|\*{3,}|_{3,}|[=-]{2,})$/

interface Line {
  /** Only compared with other lines. */
  depth: number
  item: OutlineItem
}

/** Parses an outline. Skips lines without a title. A code block becomes part of the description of the item above. */
export function parseOutline(text: string): OutlineItem[] {
  const lines = withoutUnstorable(text).split(/\r\n?|\n|\u2028/)
  const filled = lines.filter((line) => line.trim() !== '')
  return nest(isTable(filled) ? tableLines(filled) : listLines(lines))
}

function listLines(lines: readonly string[]): Line[] {
  const read: Line[] = []
  /** The lines of the code block that is being read, with its fence. */
  let code: string[] | null = null
  for (const line of lines) {
    const text = line.trim()
    if (code) {
      code.push(line)
      if (!FENCE.test(text)) continue
      addCode(read.at(-1), code)
      code = null
    } else if (FENCE.test(text)) code = [line]
    else read.push(...lineOf(line, text))
  }
  if (code) addCode(read.at(-1), code)
  return read
}

function lineOf(line: string, text: string): Line[] {
  if (text === '' || RULE.test(text)) return []
  const [, marks, title = ''] = HEADING.exec(text) ?? []
  if (marks !== undefined) return titled(title, marks.length - HEADINGS)
  // A list belongs to the line above it, as in mails: "Build", then "- Walls".
  return titled(text, indentOf(line) + (MARKER.test(text) ? HALF : 0))
}

/** Less than a column. */
const HALF = 0.5

/** Adds a code block to a description, without the indentation that all of its lines share. */
function addCode(line: Line | undefined, code: readonly string[]): void {
  if (!line) return
  const indent = Math.min(...code.filter((one) => one.trim() !== '').map((one) => /^\s*/.exec(one)?.[0].length ?? 0))
  const block = code.map((one) => one.slice(indent)).join('\n')
  const description = [line.item.description, block].filter(Boolean).join('\n\n')
  line.item.description = description.slice(0, LIMITS.description)
}

/** Subtracted from the depth of headings, so that they are above every line. */
const HEADINGS = 100

function titled(text: string, depth: number): Line[] {
  const bare = text.replace(MARKER, '')
  const box = BOX.exec(bare)
  const rest = box ? bare.slice(box[0].length) : bare
  const day = DUE.exec(rest)?.[1]
  const due_date = day !== undefined && isDay(day) ? day : undefined
  const title = plain(due_date === undefined ? rest : rest.replace(DUE, ''))
  if (title === '') return []
  const status = statusOf(box?.[1] ?? '')
  const more = { ...(status === 'not_started' ? {} : { status }), ...(due_date === undefined ? {} : { due_date }) }
  return [{ depth, item: { ...short(title), ...more, children: [] } }]
}

const statusOf = (mark: string): NodeStatus =>
  /[✓✔]/.test(mark) ? 'completed' : (OUTLINE_STATUS.get(mark) ?? 'not_started')

/** Strips Markdown marks for bold and code, and replaces links with their text. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\((?:[^()\s]+)\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim()

/** Shortens a title that is too long and puts the full text into the description. */
const short = (title: string): Pick<OutlineItem, 'title' | 'description'> =>
  title.length <= LIMITS.title
    ? { title }
    : { title: `${title.slice(0, LIMITS.title - 1).trimEnd()}…`, description: title.slice(0, LIMITS.description) }

function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === '\t') columns += TAB - (columns % TAB)
    else if (/\s/.test(character)) columns += 1
    else break
  }
  return columns
}

/** Whether most lines are spreadsheet rows, with tabs after the first cell. */
const isTable = (lines: readonly string[]): boolean =>
  lines.filter((line) => line.trim().includes('\t')).length > lines.length / 2

const COLUMNS: Record<string, keyof Omit<OutlineItem, 'children'>> = {
  title: 'title',
  name: 'title',
  task: 'title',
  status: 'status',
  due: 'due_date',
  'due date': 'due_date',
  date: 'due_date',
  description: 'description',
  notes: 'description',
}
const STATUS_WORDS: Record<string, NodeStatus> = {
  ...Object.fromEntries(
    NODE_STATUSES.flatMap((status) => [
      [status, status],
      [status.replace('_', ' '), status],
    ]),
  ),
  done: 'completed',
  complete: 'completed',
  'to do': 'not_started',
  todo: 'not_started',
  active: 'in_progress',
  doing: 'in_progress',
}

/** Reads spreadsheet rows. Leading empty cells set the level. A header row maps the columns. */
function tableLines(lines: readonly string[]): Line[] {
  const rows = lines.map((line) => line.split('\t').map(cellText))
  const [first = []] = rows
  const names = first.map((cell) => COLUMNS[cell.toLowerCase()])
  const hasHeader = names.includes('title') && first.every((cell, i) => cell === '' || names[i] !== undefined)
  return (hasHeader ? rows.slice(1) : rows).flatMap((cells): Line[] => {
    const at = hasHeader ? names.indexOf('title') : cells.findIndex((cell) => cell !== '')
    const [line] = titled(cells[at] ?? '', hasHeader ? 0 : Math.max(at, 0))
    if (!line) return []
    const rest: string[] = []
    for (const [i, cell] of cells.entries()) {
      if (i === at || cell === '') continue
      const status = STATUS_WORDS[cell.toLowerCase()]
      if (status && !line.item.status) line.item.status = status
      else if (isDay(cell) && !line.item.due_date) line.item.due_date = cell
      else rest.push(cell)
    }
    const description = [line.item.description, ...rest].filter(Boolean).join('\n').slice(0, LIMITS.description)
    return [description === '' ? line : { ...line, item: { ...line.item, description } }]
  })
}

/** Unquotes a cell. Spreadsheets quote cells that contain quotes. */
const cellText = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')

/** Makes each line a child of the last shallower line above it. */
function nest(lines: readonly Line[]): OutlineItem[] {
  const tops: OutlineItem[] = []
  const path: Line[] = []
  for (const line of lines) {
    while ((path.at(-1)?.depth ?? Number.NEGATIVE_INFINITY) >= line.depth) path.pop()
    const siblings = path.at(-1)?.item.children ?? tops
    siblings.push(line.item)
    path.push(line)
  }
  return tops
}

/** Counts the nodes and levels of an outline. */
export function measure(items: readonly OutlineItem[]): { count: number; levels: number } {
  let [count, levels] = [0, 0]
  for (let level = items; level.length > 0; level = level.flatMap(({ children }) => children)) {
    count += level.length
    levels += 1
  }
  return { count, levels }
}
