// The words that other programs use for statuses and types.
import { NODE_STATUSES, NODE_TYPES, type NodeStatus, type NodeType } from '@cairn/contract/api/nodes'
import type { Problems } from './import.read.ts'

const STATUS: Record<NodeStatus, readonly string[]> = {
  not_started: ['to do', 'todo', 'backlog', 'triage', 'open', 'new', 'no status', 'planned', 'not started', 'ready'],
  in_progress: ['in progress', 'doing', 'started', 'in review', 'review', 'active', 'testing'],
  completed: ['done', 'completed', 'complete', 'closed', 'merged', 'resolved'],
  blocked: ['blocked', 'on hold', 'waiting'],
}
const STATUS_OF = new Map(NODE_STATUSES.flatMap((status) => [status, ...STATUS[status]].map((word) => [word, status])))

const WORD_MAX = 100

/** Closed without being done. Completed is the nearest status: nothing waits for it. */
const DROPPED = new Set(['canceled', 'cancelled', 'duplicate'])

/** '' is not started. An unknown word is `otherwise`, or reported if that is undefined. */
export function statusOf(
  word: string,
  line: number,
  field: string,
  problems: Problems,
  otherwise?: NodeStatus,
): NodeStatus {
  // Folding a long text is slow, and no word is that long.
  const known = word.slice(0, WORD_MAX).trim().toLowerCase()
  const found = STATUS_OF.get(known) as NodeStatus | undefined
  if (found) return found
  if (DROPPED.has(known)) {
    problems.warn(line, field, `A plan has no status like "${word.slice(0, 60).trim()}"`, 'The node is completed')
    return 'completed'
  }
  if (otherwise) return otherwise
  if (word.trim() !== '')
    problems.warn(line, field, `"${word.slice(0, 60)}" is not a known status`, 'The node is not started')
  return 'not_started'
}

export function typeOf(word: string, line: number, problems: Problems): NodeType {
  const type = word.slice(0, WORD_MAX).trim().toLowerCase()
  if ((NODE_TYPES as readonly string[]).includes(type)) return type as NodeType
  if (type !== '') problems.warn(line, 'node_type', `"${word.slice(0, 60)}" is not a known type`, 'It becomes a task')
  return 'task'
}
