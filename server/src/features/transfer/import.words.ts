// The words that other programs use for statuses, types and dates.
import { NODE_STATUSES, NODE_TYPES, type NodeStatus, type NodeType } from '@cairn/contract/api/nodes'
import type { Problems } from './import.draft.ts'

const STATUS: Record<NodeStatus, readonly string[]> = {
  not_started: ['to do', 'todo', 'backlog', 'triage', 'open', 'new', 'no status', 'planned', 'not started', 'ready'],
  in_progress: ['in progress', 'doing', 'started', 'in review', 'review', 'active', 'testing'],
  completed: ['done', 'completed', 'complete', 'closed', 'merged', 'canceled', 'cancelled', 'duplicate', 'resolved'],
  blocked: ['blocked', 'on hold', 'waiting'],
}
const STATUS_OF = new Map(NODE_STATUSES.flatMap((status) => [status, ...STATUS[status]].map((word) => [word, status])))

/** '' is not started. An unknown word is `otherwise`, or reported if that is undefined. */
export function statusOf(
  word: string,
  line: number,
  field: string,
  problems: Problems,
  otherwise?: NodeStatus,
): NodeStatus {
  const found = STATUS_OF.get(word.trim().toLowerCase()) as NodeStatus | undefined
  if (found) return found
  if (otherwise) return otherwise
  if (word.trim() !== '')
    problems.warn(line, field, `"${word.slice(0, 60)}" is not a known status`, 'The node is not started')
  return 'not_started'
}

export function typeOf(word: string, line: number, problems: Problems): NodeType {
  const type = word.trim().toLowerCase()
  if ((NODE_TYPES as readonly string[]).includes(type)) return type as NodeType
  if (type !== '') problems.warn(line, 'node_type', `"${word.slice(0, 60)}" is not a known type`, 'It becomes a task')
  return 'task'
}

/** A date like 2026-01-31 or a time, or what `Date` reads as one; null if there is none. */
export function dateOf(text: string, line: number, field: string, problems: Problems): string | null {
  const word = text.trim()
  if (word === '') return null
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(word)?.[0]
  const time = iso ? Date.parse(`${iso}T00:00:00Z`) : /\d{4}/.test(word) ? Date.parse(`${word} UTC`) : Number.NaN
  const day = Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
  if (day !== null && (iso === undefined || day === iso) && /^\d{4}-/.test(day)) return day
  problems.warn(line, field, `"${word.slice(0, 60)}" is not a date like 2026-01-31`, 'There is no due date')
  return null
}

const DAY_MS = 86_400_000

/** The day of a midnight in some time zone, like 2026-06-26 for 23:00 UTC on the day before. A text without a time stays. */
export function dayOfMidnight(text: string): string {
  const time = text.includes(':') ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : new Date(Math.round(time / DAY_MS) * DAY_MS).toISOString()
}
