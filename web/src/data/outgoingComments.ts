// Comments on their way to the server. One that fails stays, with the reason, until it is sent again or discarded; it
// survives a reload as a draft.
import { type LogEntry, logsApi } from '@cairn/contract/api/logs'
import { useSyncExternalStore } from 'react'
import { call, messageOf } from '../lib/api.ts'
import { keepDraft, readDraft } from '../lib/drafts.ts'
import { randomKey } from '../lib/idempotency.ts'
import { getSession } from '../lib/session.ts'
import { setUnsaved } from '../lib/unsaved.ts'

export interface OutgoingComment {
  /** Also its idempotency key, so it survives a reload with the draft. */
  id: string
  parent_id: string | null
  content: string
  /** Null while it is being sent. */
  error: string | null
}

interface Place {
  planId: string
  nodeId: string
}

const NONE: readonly OutgoingComment[] = []
const UNKNOWN = 'The page was closed before the server answered.'
const known = new Map<string, readonly OutgoingComment[]>()
const listeners = new Set<() => void>()

const draftOf = (nodeId: string): string => `${nodeId} unsent comments`
const keyOf = (nodeId: string): string => `${getSession()?.user.id} ${nodeId}`

function read(nodeId: string): readonly OutgoingComment[] {
  const key = keyOf(nodeId)
  const list = known.get(key)
  if (list) return list
  const kept = readDraft<OutgoingComment[]>(draftOf(nodeId))
  const loaded = kept?.map((comment) => ({ ...comment, error: comment.error ?? UNKNOWN })) ?? NONE
  known.set(key, loaded)
  setUnsaved(draftOf(nodeId), loaded.length > 0)
  return loaded
}

function write(nodeId: string, list: readonly OutgoingComment[]): void {
  known.set(keyOf(nodeId), list)
  keepDraft(draftOf(nodeId), list.length === 0 ? null : list)
  setUnsaved(draftOf(nodeId), list.length > 0)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The comments of a node that the server has not confirmed, oldest first. */
export const useOutgoingComments = (nodeId: string): readonly OutgoingComment[] =>
  useSyncExternalStore(subscribe, () => read(nodeId))

type Sent = (entry: LogEntry) => void

/** Sends a comment, which is listed until `sent` is called. */
export function sendComment(place: Place, input: Pick<OutgoingComment, 'parent_id' | 'content'>, sent: Sent): void {
  const comment = { id: randomKey(), error: null, ...input }
  write(place.nodeId, [...read(place.nodeId), comment])
  void deliver(place, comment, sent)
}

/** Sends a failed comment again. The server creates it once, however often it is sent, also after a reload. */
export function resendComment(place: Place, comment: OutgoingComment, sent: Sent): void {
  setError(place.nodeId, comment.id, null)
  void deliver(place, comment, sent)
}

export const discardComment = (nodeId: string, id: string): void =>
  write(
    nodeId,
    read(nodeId).filter((comment) => comment.id !== id),
  )

async function deliver(place: Place, { id, content, parent_id }: OutgoingComment, sent: Sent): Promise<void> {
  const { planId, nodeId } = place
  try {
    const body = { content, log_type: 'comment', parent_id } as const
    const entry = await call(logsApi.add, { params: { planId, nodeId }, body, idempotencyKey: id })
    sent(entry)
    discardComment(nodeId, id)
  } catch (error) {
    setError(nodeId, id, messageOf(error, 'Failed to send comment'))
  }
}

const setError = (nodeId: string, id: string, error: string | null): void =>
  write(
    nodeId,
    read(nodeId).map((comment) => (comment.id === id ? { ...comment, error } : comment)),
  )
