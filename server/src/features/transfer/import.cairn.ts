// Reads the JSON that this product exports.

import { NewLink } from '@cairn/contract/api/artifacts'
import { isBlank, isStorable, LIMITS, UPLOAD_MAX_BYTES, withoutUnstorable } from '@cairn/contract/api/common'
import { EDGE_KINDS } from '@cairn/contract/api/edges'
import { LOG_TYPES } from '@cairn/contract/api/logs'
import { PLAN_STATUSES, type PlanStatus } from '@cairn/contract/api/plans'
import { PLAN_FILE_VERSION } from '@cairn/contract/api/transfer'
import { cut } from '../../base/cut.ts'
import { fileName, isContentType } from '../../base/file-name.ts'
import { mapInTurns } from '../../base/turns.ts'
import { dateOf } from './import.dates.ts'
import { type Document, type Item, objectsIn, orNull, PEOPLE_MAX, text } from './import.document.ts'
import { soundMetadata } from './import.draft.ts'
import {
  emptyNode,
  type NamedPerson,
  type Problems,
  type ReadEdge,
  type ReadFile,
  type ReadLog,
  type ReadPlan,
  Unreadable,
} from './import.read.ts'
import { statusOf, typeOf } from './import.words.ts'
import type { Entries } from './import.zip.ts'

export async function readOwn(
  { fields, lists }: Document,
  problems: Problems,
  entries: Entries | null,
): Promise<ReadPlan> {
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
  const read = await mapInTurns(nodes, ({ line, ...node }, index) => ({
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
  }))
  return {
    format: 'cairn',
    title: text(fields.get('plan.title')),
    description: orNull(fields.get('plan.description')),
    status: PLAN_STATUSES.includes(status) ? status : 'draft',
    nodes: read,
    edges: await readEdges(lists.get('edges') ?? [], problems),
    logs: await readLogs(logs, keys, problems),
    files: entries === null ? files.filter(({ url }) => url !== null) : present(files, entries, problems),
  }
}

async function readEdges(items: readonly Item[], problems: Problems): Promise<ReadEdge[]> {
  const edges = await mapInTurns(items, ({ line, source_id, target_id, kind }): ReadEdge[] => {
    const known = EDGE_KINDS.find((name) => name === kind)
    if (known) return [{ source: text(source_id), target: text(target_id), kind: known, line }]
    problems.warn(line, 'kind', `Kind must be one of ${EDGE_KINDS.join(', ')}`, 'The link is left out')
    return []
  })
  return edges.flat()
}

const peopleIn = (list: unknown): NamedPerson[] =>
  objectsIn(list)
    .slice(0, PEOPLE_MAX)
    .map(({ name, email }) => ({ name: text(name), email: text(email) }))
    .filter(({ name, email }) => name !== '' || email !== '')

/** More are left out. */
const FILES_MAX = 1_000

/** Files and links whose node is in the file. */
function readFiles(items: readonly Item[], nodes: ReadonlySet<string>, problems: Problems): ReadFile[] {
  if (items.length > FILES_MAX)
    problems.warn(null, 'files', `The file has more than ${FILES_MAX} files and links`, 'The rest is left out')
  return items.slice(0, FILES_MAX).flatMap((item): ReadFile[] => {
    const url = orNull(item.url)
    const named = url === null ? uploadOf(item) : linkOf(item, url)
    const problem = !nodes.has(text(item.node_id))
      ? 'The node of this file is not in the file'
      : named
        ? null
        : 'The URL of this link cannot be used'
    if (problem === null && named) {
      const metadata = soundMetadata(item.metadata ?? {}, item.line, problems)
      return [{ ...named, node: text(item.node_id), url, path: orNull(item.path), metadata, line: item.line }]
    }
    problems.warn(item.line, 'files', problem ?? '', 'It is left out')
    return []
  })
}

const storable = (value: unknown): string => withoutUnstorable(text(value))
const ANY_TYPE = 'application/octet-stream'

function uploadOf({ name, content_type }: Item) {
  return {
    name: fileName(storable(name)),
    content_type: isContentType(text(content_type)) ? text(content_type) : ANY_TYPE,
  }
}

/** Null if the URL cannot be used. A link may have any name and type. */
function linkOf({ name, content_type }: Item, url: string) {
  const type = storable(content_type)
  const given = cut(storable(name), LIMITS.file_name)
  const { data } = NewLink.safeParse({
    name: isBlank(given) ? fileName('') : given,
    content_type: isBlank(type) || type.length > 100 ? ANY_TYPE : type,
    url,
  })
  return data ? { name: data.name, content_type: data.content_type } : null
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

/** Characters of an entry that are read: mentions get shorter, so more than an entry may have. */
const CONTENT_READ_MAX = 4 * LIMITS.content

/** The content with the names of the people it mentions. */
function withNames(content: string, mentions: unknown): string {
  const names = new Map(objectsIn(mentions).map(({ id, name }) => [text(id), cut(text(name), LIMITS.name)]))
  return content.replace(MENTION, (mention, id) => (names.get(id) ? `@${names.get(id)}` : mention))
}

/** Entries whose node is in the file; a reply to an entry that is not becomes an entry of its own. */
async function readLogs(items: readonly Item[], nodes: ReadonlySet<string>, problems: Problems): Promise<ReadLog[]> {
  if (items.length > LOGS_MAX)
    problems.warn(null, 'logs', `The file has more than ${LOGS_MAX} log entries`, 'The rest is left out')
  const logs = await mapInTurns(items.slice(0, LOGS_MAX), (item, index): ReadLog[] => {
    const content = withoutUnstorable(withNames(text(item.content).slice(0, CONTENT_READ_MAX), item.mentions))
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
          .map((tag) => cut(tag, LIMITS.tag))
          .slice(0, LIMITS.tags),
        metadata: soundMetadata(item.metadata ?? {}, item.line, problems),
        author: {
          name: cut(storable(author.name).replace(/[\r\n]/g, ' '), LIMITS.name),
          email: text(author.email),
        },
        created_at: Number.isNaN(at) || at < 0 ? null : new Date(at).toISOString(),
        line: item.line,
      },
    ]
  })
  return logs.flat()
}
