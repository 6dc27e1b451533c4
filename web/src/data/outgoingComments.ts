// Comments on their way to the server.
import { type LogEntry, logsApi } from '@cairn/contract/api/logs'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { untilReached } from '../lib/connection.ts'
import { randomKey } from '../lib/idempotency.ts'
import { type Outgoing, outboxOf, useOutbox } from '../lib/outbox.ts'
import { getSession } from '../lib/session.ts'

/** The id is also its idempotency key, so it survives a reload with the draft. */
export interface OutgoingComment extends Outgoing {
  parent_id: string | null
  content: string
}

interface Place {
  planId: string
  nodeId: string
}

const placeOf = (nodeId: string): string => `${nodeId} unsent comments`
const commentsOf = (nodeId: string) => outboxOf<OutgoingComment>(placeOf(nodeId))

/** The comments of a node that the server has not confirmed, oldest first. */
export const useOutgoingComments = (nodeId: string): readonly OutgoingComment[] => useOutbox(placeOf(nodeId))

interface Handlers {
  sent: (entry: LogEntry) => void
  /** Gets the reason if it failed and is not shown. */
  onUnseen: (reason: string) => void
}

/** Sends a comment, which is listed until `sent` is called. */
export function sendComment(
  place: Place,
  input: Pick<OutgoingComment, 'parent_id' | 'content'>,
  handlers: Handlers,
): void {
  const comment = { id: randomKey(), error: null, ...input }
  commentsOf(place.nodeId).add(comment)
  void deliver(place, comment, handlers)
}

/** Sends a failed comment again. The server creates it once, however often it is sent, also after a reload. */
export function resendComment(place: Place, comment: OutgoingComment, handlers: Handlers): void {
  waiting.delete(comment.id)
  commentsOf(place.nodeId).setError(comment.id, null)
  void deliver(place, comment, handlers)
}

/** The comments that are sent as soon as the server is reached again, unless the page is closed before. */
const waiting = new Set<string>()
export const isWaiting = ({ id }: OutgoingComment): boolean => waiting.has(id)

export const discardComment = (nodeId: string, id: string): void => commentsOf(nodeId).drop(id)

async function deliver(place: Place, comment: OutgoingComment, handlers: Handlers): Promise<void> {
  const { planId, nodeId } = place
  const { id, content, parent_id } = comment
  const { sent, onUnseen } = handlers
  const outbox = commentsOf(nodeId)
  const userId = getSession()?.user.id
  try {
    const body = { content, log_type: 'comment', parent_id } as const
    const entry = await call(logsApi.add, { params: { planId, nodeId }, body, idempotencyKey: id })
    sent(entry)
    outbox.drop(id)
  } catch (error) {
    const reason = messageOf(error, 'Failed to send comment')
    const isUnreached = error instanceof ApiError && error.status === 0
    if (isUnreached) waiting.add(id)
    outbox.setError(id, reason)
    if (!outbox.isShown()) onUnseen(reason)
    if (!isUnreached) return
    await untilReached()
    if (!waiting.delete(id) || getSession()?.user.id !== userId) return
    // It may have been discarded.
    if (outbox.list().some((listed) => listed.id === id)) resendComment(place, comment, handlers)
  }
}
