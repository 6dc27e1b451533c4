// The upload queue. It lives outside React, so uploads continue while the user navigates.
import { UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { artifactsQuery, uploadFile } from '../data/artifacts.ts'
import { ApiError, messageOf } from '../lib/api.ts'
import { randomKey } from '../lib/idempotency.ts'
import { getSession, hasLoggedOut, useSession } from '../lib/session.ts'
import { setUnsaved } from '../lib/unsaved.ts'
import { toast } from '../ui/Toast.tsx'

/** Browsers allow six connections per server: the page needs some, and a waiting file must not count as stalled. */
const AT_ONCE = 3

export interface Upload {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'sending' | 'failed'
  /** 0 to 100. */
  readonly percent: number
  readonly error: string | null
  /** Whether trying again could succeed. */
  readonly canRetry: boolean
}

interface Entry extends Upload {
  readonly planId: string
  readonly nodeId: string
  readonly userId: string | undefined
  readonly file: File
  readonly key: string
  readonly abort: AbortController
  readonly cache: QueryClient
}

/** Rejected for its size or type, so the same file would be rejected again. */
const NEVER: readonly number[] = [400, 413, 415]

let entries: readonly Entry[] = []
let nextId = 1
const watchers = new Set<() => void>()
/** The latest toast of each failed file. */
const toasts = new Map<number, string | number>()
/** The nodes whose file lists are visible. */
const inView = new Set<string>()

const watch = (onChange: () => void) => {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

function show(next: readonly Entry[]): void {
  entries = next
  setUnsaved(
    'uploads',
    next.some(({ state }) => state !== 'failed'),
  )
  for (const onChange of watchers) onChange()
}

const patch = (id: number, change: Partial<Upload>) =>
  show(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)))

const drop = (id: number) => show(entries.filter((entry) => entry.id !== id))

function add(files: Iterable<File>, place: Pick<Entry, 'planId' | 'nodeId' | 'userId' | 'cache'>): void {
  const added = [...files].map((file) => ({
    ...place,
    id: nextId++,
    name: file.name,
    state: 'waiting' as const,
    percent: 0,
    error: null,
    canRetry: true,
    file,
    key: randomKey(),
    abort: new AbortController(),
  }))
  show([...entries, ...added])
  sendNext()
}

function retry(id: number): void {
  takeBackToast(id)
  patch(id, { state: 'waiting', percent: 0, error: null })
  sendNext()
}

function cancel(id: number): void {
  entries.find((entry) => entry.id === id)?.abort.abort()
  drop(id)
}

/** While the list is visible, each file's row shows its errors. */
function lookAt(nodeId: string): () => void {
  inView.add(nodeId)
  for (const entry of entries) if (entry.nodeId === nodeId) takeBackToast(entry.id)
  return () => {
    inView.delete(nodeId)
  }
}

/** Another user may be signed in now, who must not see this upload. */
const isOfUser = ({ userId }: Pick<Entry, 'userId'>): boolean => getSession()?.user.id === userId

/** An upload of a user whose session has ended fails silently. The same user can try again. */
function suspend(id: number): void {
  if (hasLoggedOut()) drop(id)
  else patch(id, { state: 'failed', error: 'You were signed out before the upload was complete.', canRetry: true })
}

function sendNext(): void {
  for (const entry of entries) if (entry.state === 'waiting' && !isOfUser(entry)) suspend(entry.id)
  const sending = entries.filter(({ state }) => state === 'sending').length
  const waiting = entries.filter(({ state }) => state === 'waiting')
  // A file that is too large is rejected without a connection.
  const tooLarge = waiting.filter(({ file }) => file.size > UPLOAD_MAX_BYTES)
  const sendable = waiting.filter((entry) => !tooLarge.includes(entry))
  for (const entry of [...tooLarge, ...sendable.slice(0, Math.max(0, AT_ONCE - sending))]) void send(entry)
}

async function send(entry: Entry): Promise<void> {
  const { id, planId, nodeId, file, key, abort, cache } = entry
  patch(id, { state: 'sending' })
  try {
    const artifact = await uploadFile({
      planId,
      nodeId,
      file,
      key,
      onProgress: (share) => patch(id, { percent: Math.round(share * 100) }),
      signal: abort.signal,
    })
    cache.setQueryData(
      artifactsQuery(planId, nodeId).queryKey,
      (list) => list && [artifact, ...list.filter((known) => known.id !== artifact.id)],
    )
    drop(id)
  } catch (error) {
    if (abort.signal.aborted) drop(id)
    else if (!isOfUser(entry)) suspend(id)
    else fail(id, nodeId, error)
  }
  sendNext()
}

/** Shows the error in the file's row, or in a toast if that row is not visible. */
function fail(id: number, nodeId: string, failure: unknown): void {
  const error = messageOf(failure, 'Failed to upload file')
  const canRetry = !(failure instanceof ApiError && NEVER.includes(failure.status))
  patch(id, { state: 'failed', error, canRetry })
  const name = entries.find((entry) => entry.id === id)?.name
  if (name === undefined || inView.has(nodeId)) return
  const told = toast.error(`Failed to upload “${name}”`, {
    description: error,
    ...(canRetry ? { action: { label: 'Try again', onClick: () => retry(id) } } : {}),
  })
  toasts.set(id, told)
}

/** Dismisses a toast whose error was seen or resolved. */
function takeBackToast(id: number): void {
  if (toasts.has(id)) toast.dismiss(toasts.get(id))
  toasts.delete(id)
}

const ofNode = (nodeId: string, userId: string | undefined) =>
  entries.filter((entry) => entry.nodeId === nodeId && entry.userId === userId)

/** Returns a function that uploads files to a node. */
export function useAddFiles(planId: string, nodeId: string): (files: Iterable<File>) => void {
  const cache = useQueryClient()
  const userId = useSession()?.user.id
  return (files) => add(files, { planId, nodeId, userId, cache })
}

/** The uploads of a node, for its file list. While that list is visible, it shows their errors. */
export function useUploads(planId: string, nodeId: string) {
  const userId = useSession()?.user.id
  useSyncExternalStore(watch, () => entries)
  useEffect(() => lookAt(nodeId), [nodeId])
  return {
    uploads: ofNode(nodeId, userId) as readonly Upload[],
    add: useAddFiles(planId, nodeId),
    retry,
    cancel,
  }
}

/** Whether uploads of a node are running or have failed. */
export function useUploadState(nodeId: string): 'sending' | 'failed' | null {
  const userId = useSession()?.user.id
  return useSyncExternalStore(watch, () => {
    const own = ofNode(nodeId, userId)
    if (own.length === 0) return null
    return own.some(({ state }) => state === 'failed') ? 'failed' : 'sending'
  })
}
