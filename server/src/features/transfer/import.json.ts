// Reads JSON: of this product and of Trello.
import { NewLink } from '@cairn/contract/api/artifacts'
import { isBlank, isStorable, LIMITS, UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import { EDGE_KINDS } from '@cairn/contract/api/edges'
import { LOG_TYPES } from '@cairn/contract/api/logs'
import { PLAN_STATUSES, type PlanStatus } from '@cairn/contract/api/plans'
import { PLAN_FILE_FORMAT, PLAN_FILE_VERSION } from '@cairn/contract/api/transfer'
import { formatCriteria } from '@cairn/contract/rules/criteria'
import { JSONParser } from '@streamparser/json'
import { fileName, isContentType } from '../../base/file-name.ts'
import { addTo } from '../../base/lists.ts'
import { rest } from '../../db/turn.ts'
import { dateOf } from './import.dates.ts'
import { soundMetadata } from './import.draft.ts'
import {
  emptyNode,
  type NamedPerson,
  type Problems,
  type ReadFile,
  type ReadLog,
  type ReadPlan,
  Unreadable,
} from './import.read.ts'
import { statusOf, typeOf } from './import.words.ts'
import type { Entries } from './import.zip.ts'

const PIECE = 32 * 1024
/** Well above what a file of ours nests, so that metadata nested too deep costs only itself. */
const DEPTH_MAX = 100
const ITEMS_MAX = 200_000

type Item = Record<string, unknown> & { line: number }
interface Document {
  /** The values at the top that are neither lists nor objects, and the fields of `plan`. */
  fields: Map<string, unknown>
  /** The objects in lists at the top. */
  lists: Map<string, Item[]>
}

/** Parses piece by piece, so that others are answered in between. */
async function readDocument(bytes: Buffer): Promise<Document> {
  const document: Document = { fields: new Map(), lists: new Map() }
  const scan = createScan()
  const parser = new JSONParser({ paths: ['$.*', '$.*.*'], keepStack: false, separator: undefined })
  let items = 0
  let failure: Error | null = null
  parser.onError = (error) => {
    failure = error
  }
  parser.onValue = ({ value, key, stack }) => {
    const list = stack[1]?.key
    if (typeof list === 'string' && typeof key === 'number') {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return
      const known = document.lists.get(list)
      const item: Item = { ...(value as object), line: scan.lines[items++] ?? 1 }
      if (known) known.push(item)
      else document.lists.set(list, [item])
      if (items > ITEMS_MAX) failure = new Unreadable(`The file has more than ${ITEMS_MAX} entries`, item.line)
    } else if (typeof list === 'string') document.fields.set(`${list}.${key}`, value)
    else if (typeof key === 'string' && typeof value !== 'object') document.fields.set(key, value)
  }
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    scan.read(piece)
    if (scan.depth > DEPTH_MAX) throw new Unreadable(`The JSON is nested deeper than ${DEPTH_MAX} levels`, scan.line)
    try {
      parser.write(piece)
    } catch (error) {
      failure ??= error as Error
    }
    const failed = failure as Error | null
    if (failed instanceof Unreadable) throw failed
    if (failed) throw new Unreadable(`The JSON cannot be read: ${failed.message.slice(0, 200)}`, scan.line)
    await rest()
  }
  if (!parser.isEnded) throw new Unreadable('The JSON ends too early', scan.line)
  return document
}

/** Follows depth and lines: the line of each object in a list at the top, in order. */
function createScan() {
  const scan = { depth: 0, line: 1, lines: [] as number[], read }
  const kinds: number[] = []
  let open = 0
  let inText = false
  let escaped = false
  function read(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === 10) scan.line++
      if (escaped) escaped = false
      else if (inText) {
        if (byte === 92) escaped = true
        else if (byte === 34) inText = false
      } else if (byte === 34) inText = true
      else if (byte === 123 || byte === 91) {
        if (open === 2 && byte === 123 && kinds[1] === 91) scan.lines.push(scan.line)
        if (open < 2) kinds[open] = byte
        open++
        scan.depth = Math.max(scan.depth, open)
      } else if (byte === 125 || byte === 93) open--
    }
  }
  return scan
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const orNull = (value: unknown): string | null => text(value) || null

/** `entries` are those of the ZIP file that it came in; null for a file of its own. */
export async function readJson(
  bytes: Buffer,
  title: string,
  problems: Problems,
  entries: Entries | null,
): Promise<ReadPlan> {
  const document = await readDocument(bytes)
  if (document.fields.get('format') === PLAN_FILE_FORMAT) return readOwn(document, problems, entries)
  if (document.lists.has('cards') && document.lists.has('lists')) return readTrello(document, title, problems)
  throw new Unreadable(`The JSON is neither a plan (format "${PLAN_FILE_FORMAT}") nor a Trello board`, 1, 'format')
}

function readOwn({ fields, lists }: Document, problems: Problems, entries: Entries | null): ReadPlan {
  const version = fields.get('version')
  if (version !== PLAN_FILE_VERSION)
    throw new Unreadable(
      `Version ${text(version) || 'none'} of the format is not known. Use version ${PLAN_FILE_VERSION}`,
      1,
      'version',
    )
  const left = (name: string, what: string, of: readonly unknown[], instead: string) => {
    if (of.length > 0) problems.warn(null, name, `The file has ${of.length} ${what}`, instead)
  }
  const nodes = lists.get('nodes') ?? []
  const keys = new Set(nodes.map(({ id }) => text(id)))
  const files = readFiles(lists.get('files') ?? [], keys, problems)
  const uploads = files.filter(({ url }) => url === null)
  if (entries === null)
    left(
      'files',
      uploads.length === 1 ? 'uploaded file' : 'uploaded files',
      uploads,
      'Import the ZIP file of the export to get them',
    )
  const logs = lists.get('logs') ?? []
  const reactions = logs.flatMap((log) => objectsIn(log.reactions))
  left('reactions', reactions.length === 1 ? 'reaction' : 'reactions', reactions, 'Reactions are left out')
  const status = fields.get('plan.status') as PlanStatus
  return {
    format: 'cairn',
    title: text(fields.get('plan.title')),
    description: orNull(fields.get('plan.description')),
    status: PLAN_STATUSES.includes(status) ? status : 'draft',
    nodes: nodes.map(({ line, ...node }, index) => {
      return {
        ...emptyNode(text(node.id) || `node ${index}`, line),
        parent: orNull(node.parent_id),
        title: text(node.title),
        node_type: typeOf(text(node.node_type), line, problems),
        status: statusOf(text(node.status), line, 'status', problems),
        due_date: dateOf(text(node.due_date), line, 'due_date', problems),
        description: orNull(node.description),
        acceptance_criteria: orNull(node.acceptance_criteria),
        context: orNull(node.context),
        agent_instructions: orNull(node.agent_instructions),
        metadata: node.metadata ?? {},
        people: peopleIn(node.assignees),
      }
    }),
    edges: (lists.get('edges') ?? []).flatMap(({ line, source_id, target_id, kind }) => {
      const known = EDGE_KINDS.find((name) => name === kind)
      if (known) return [{ source: text(source_id), target: text(target_id), kind: known, line }]
      problems.warn(line, 'kind', `Kind must be one of ${EDGE_KINDS.join(', ')}`, 'The link is left out')
      return []
    }),
    logs: readLogs(logs, keys, problems),
    files: entries === null ? files.filter(({ url }) => url !== null) : present(files, entries, problems),
  }
}

/** More are left out. */
const FILES_MAX = 1_000
const PEOPLE_MAX = 50

const objectsIn = (list: unknown): Record<string, unknown>[] =>
  (Array.isArray(list) ? list : []).filter((item) => typeof item === 'object' && item !== null)

const peopleIn = (list: unknown): NamedPerson[] =>
  objectsIn(list)
    .slice(0, PEOPLE_MAX)
    .map(({ name, email }) => ({ name: text(name), email: text(email) }))
    .filter(({ name, email }) => name !== '' || email !== '')

const peopleOf = (ids: unknown, names: ReadonlyMap<string, string>): NamedPerson[] =>
  (Array.isArray(ids) ? ids : [])
    .slice(0, PEOPLE_MAX)
    .map((id) => ({ name: names.get(text(id)) ?? '', email: '' }))
    .filter(({ name }) => name !== '')

/** Files and links whose node is in the file. */
function readFiles(items: readonly Item[], nodes: ReadonlySet<string>, problems: Problems): ReadFile[] {
  if (items.length > FILES_MAX)
    problems.warn(null, 'files', `The file has more than ${FILES_MAX} files and links`, 'The rest is left out')
  return items.slice(0, FILES_MAX).flatMap((item): ReadFile[] => {
    const url = orNull(item.url)
    const path = orNull(item.path)
    const name = fileName(text(item.name).replace(/[\0\p{Surrogate}]/gu, ''))
    const content_type = isContentType(text(item.content_type)) ? text(item.content_type) : 'application/octet-stream'
    const isLink = url === null || NewLink.safeParse({ name, url, content_type }).success
    const problem = !nodes.has(text(item.node_id))
      ? 'The node of this file is not in the file'
      : isLink
        ? null
        : 'The URL of this link cannot be used'
    if (problem === null) return [{ node: text(item.node_id), name, content_type, url, path, line: item.line }]
    problems.warn(item.line, 'files', problem, 'It is left out')
    return []
  })
}

/** The links, and the uploads that are in the ZIP file. */
function present(files: readonly ReadFile[], entries: Entries, problems: Problems): ReadFile[] {
  return files.filter(({ url, path, line, name }) => {
    if (url !== null) return true
    const size = path === null ? undefined : entries.get(path)
    const problem =
      size === undefined
        ? `The ZIP file has no "${name.slice(0, 100)}"`
        : size > UPLOAD_MAX_BYTES
          ? `"${name.slice(0, 100)}" is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB`
          : null
    if (problem === null) return true
    problems.warn(line, 'files', problem, 'It is left out')
    return false
  })
}

/** More entries are left out. */
const LOGS_MAX = 20_000

const MENTION = /<@([^<>\s]{1,100})>/g

/** The content with the names of the people it mentions. */
function withNames(content: string, mentions: unknown): string {
  const names = new Map(objectsIn(mentions).map(({ id, name }) => [text(id), text(name).slice(0, LIMITS.name)]))
  return content.replace(MENTION, (mention, id) => (names.get(id) ? `@${names.get(id)}` : mention))
}

/** Entries whose node is in the file; a reply to an entry that is not becomes an entry of its own. */
function readLogs(items: readonly Item[], nodes: ReadonlySet<string>, problems: Problems): ReadLog[] {
  if (items.length > LOGS_MAX)
    problems.warn(null, 'logs', `The file has more than ${LOGS_MAX} log entries`, 'The rest is left out')
  return items.slice(0, LOGS_MAX).flatMap((item, index): ReadLog[] => {
    const content = withNames(text(item.content), item.mentions).replace(/[\0\p{Surrogate}]/gu, '')
    const log_type = LOG_TYPES.find((type) => type === item.log_type)
    const problem = !nodes.has(text(item.node_id))
      ? 'The node of this entry is not in the file'
      : isBlank(content) || content.length > LIMITS.content
        ? `The text must have 1 to ${LIMITS.content.toLocaleString('en-US')} characters`
        : log_type === undefined
          ? `The type must be one of ${LOG_TYPES.join(', ')}`
          : null
    if (problem !== null || log_type === undefined) {
      problems.warn(item.line, 'logs', problem ?? '', 'The entry is left out')
      return []
    }
    const author = (typeof item.author === 'object' && item.author !== null ? item.author : {}) as Record<
      string,
      unknown
    >
    const at = Date.parse(text(item.created_at))
    return [
      {
        key: text(item.id) || `log ${index}`,
        node: text(item.node_id),
        parent: orNull(item.parent_id),
        log_type,
        content,
        tags: (Array.isArray(item.tags) ? item.tags : [])
          .filter((tag): tag is string => typeof tag === 'string' && tag.trim() !== '' && isStorable(tag))
          .map((tag) => tag.slice(0, LIMITS.tag))
          .slice(0, LIMITS.tags),
        metadata: soundMetadata(item.metadata ?? {}, item.line, problems),
        author: {
          name: text(author.name)
            .replace(/[\0\p{Surrogate}\r\n]/gu, ' ')
            .slice(0, LIMITS.name),
          email: text(author.email),
        },
        created_at: Number.isNaN(at) || at < 0 ? null : new Date(at).toISOString(),
      },
    ]
  })
}

const sorted = <T extends Record<string, unknown>>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (Number(a.pos) || 0) - (Number(b.pos) || 0))

function readTrello({ fields, lists }: Document, title: string, problems: Problems): ReadPlan {
  const byPosition = (name: string) => sorted(lists.get(name) ?? [])
  const names = new Map((lists.get('members') ?? []).map(({ id, fullName }) => [text(id), text(fullName)]))
  const criteria = new Map<string, { text: string; isDone: boolean }[]>()
  for (const { idCard, checkItems } of byPosition('checklists')) {
    const items = sorted(objectsIn(checkItems)).map(({ name, state }) => ({
      text: text(name).replace(/\s+/g, ' '),
      isDone: state === 'complete',
    }))
    for (const item of items) addTo(criteria, text(idCard), item)
  }
  // Once per card id, which a broken file may give to many cards.
  const criteriaOf = new Map([...criteria].map(([id, items]) => [id, formatCriteria(items)]))
  const columns = byPosition('lists').filter(({ closed }) => closed !== true)
  const open = new Set(columns.map(({ id }) => text(id)))
  const cards = byPosition('cards').filter(({ closed }) => closed !== true)
  const left = (field: string, count: number, noun: string) => {
    if (count === 0) return
    const [what, instead] = count === 1 ? [noun, 'It is not imported'] : [`${noun}s`, 'They are not imported']
    problems.warn(null, field, `The board has ${count.toLocaleString('en-US')} ${what}`, instead)
  }
  left('cards', (lists.get('cards')?.length ?? 0) - cards.length, 'archived card')
  left('actions', (lists.get('actions') ?? []).filter(({ type }) => type === 'commentCard').length, 'comment')
  left('labels', cards.filter(({ labels }) => objectsIn(labels).length > 0).length, 'card with labels')
  const statuses = new Map(columns.map(({ id, name }) => [text(id), text(name)]))
  return {
    format: 'trello',
    title: text(fields.get('name')) || title,
    description: orNull(fields.get('desc')),
    status: 'draft',
    nodes: [
      ...columns.map(({ id, name, line }) => ({
        ...emptyNode(text(id), line),
        title: text(name),
        node_type: 'phase' as const,
      })),
      ...cards.flatMap((card) => {
        const { line } = card
        if (!open.has(text(card.idList))) {
          problems.warn(line, 'idList', 'The card is in an archived list', 'It is not imported')
          return []
        }
        const column = statuses.get(text(card.idList)) ?? ''
        const quiet = /^(done|completed?|doing|in progress|blocked)$/i.test(column.trim())
        return [
          {
            ...emptyNode(text(card.id), line),
            parent: text(card.idList),
            title: text(card.name),
            status:
              card.dueComplete === true
                ? ('completed' as const)
                : quiet
                  ? statusOf(column, line, 'list', problems)
                  : ('not_started' as const),
            due_date: dateOf(text(card.due), line, 'due', problems),
            description: orNull(card.desc),
            acceptance_criteria: criteriaOf.get(text(card.id)) || null,
            people: peopleOf(card.idMembers, names),
          },
        ]
      }),
    ],
    edges: [],
  }
}
