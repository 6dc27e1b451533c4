// Files on their way to nodes: how far each is, and what went wrong. They belong to no part of a page, so they go on whatever one
// looks at meanwhile.
import { UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { artifactsQuery, uploadFile } from '../data/artifacts.ts'
import { ApiError, messageOf } from '../lib/api.ts'
import { randomKey } from '../lib/sendOnce.ts'
import { getSession, useSession } from '../lib/session.ts'
import { setUnsaved } from '../lib/unsaved.ts'
import { toast } from '../ui/Toast.tsx'

/** A browser has six connections to a server: the page needs some of them, and a file that waits for one must not count as stalled. */
const AT_ONCE = 3

export interface Upload {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'sending' | 'failed'
  /** 0 to 100. */
  readonly percent: number
  readonly error: string | null
  /** Whether sending the file again could succeed. */
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

/** Too large, or of a kind that is refused: the same file is refused again. */
const NEVER: readonly number[] = [400, 413, 415]

let entries: readonly Entry[] = []
let nextId = 1
const watchers = new Set<() => void>()
/** The last toast about each file that failed. */
const toasts = new Map<number, string | number>()
/** The nodes whose files are on the screen. */
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

/** From now on the row of each file tells what happens to it. */
function lookAt(nodeId: string): () => void {
  inView.add(nodeId)
  for (const entry of entries) if (entry.nodeId === nodeId) takeBackToast(entry.id)
  return () => {
    inView.delete(nodeId)
  }
}

function sendNext(): void {
  const sending = entries.filter(({ state }) => state === 'sending').length
  const waiting = entries.filter(({ state }) => state === 'waiting')
  // What is too large needs no connection to be refused.
  const tooLarge = waiting.filter(({ file }) => file.size > UPLOAD_MAX_BYTES)
  const sendable = waiting.filter((entry) => !tooLarge.includes(entry))
  for (const entry of [...tooLarge, ...sendable.slice(0, Math.max(0, AT_ONCE - sending))]) void send(entry)
}

async function send({ id, planId, nodeId, userId, file, key, abort, cache }: Entry): Promise<void> {
  // Whoever uses this browser now has nothing to do with it.
  const isOver = () => abort.signal.aborted || getSession()?.user.id !== userId
  if (isOver()) return drop(id)
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
    if (isOver()) drop(id)
    else fail(id, nodeId, error)
  }
  sendNext()
}

/** The row of the file says it; to who does not see that row, a toast does. */
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

/** What a toast tells is over when it is seen or dealt with. */
function takeBackToast(id: number): void {
  if (toasts.has(id)) toast.dismiss(toasts.get(id))
  toasts.delete(id)
}

const ofNode = (nodeId: string, userId: string | undefined) =>
  entries.filter((entry) => entry.nodeId === nodeId && entry.userId === userId)

/** The files on their way to a node, for the list of its files: as long as that is on the screen, it is where failures are told. */
export function useUploads(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const userId = useSession()?.user.id
  useSyncExternalStore(watch, () => entries)
  useEffect(() => lookAt(nodeId), [nodeId])
  return {
    uploads: ofNode(nodeId, userId) as readonly Upload[],
    add: (files: Iterable<File>) => add(files, { planId, nodeId, userId, cache }),
    retry,
    cancel,
  }
}

/** Whether files are on their way to a node, or could not be sent. */
export function useUploadState(nodeId: string): 'sending' | 'failed' | null {
  const userId = useSession()?.user.id
  return useSyncExternalStore(watch, () => {
    const own = ofNode(nodeId, userId)
    if (own.length === 0) return null
    return own.some(({ state }) => state === 'failed') ? 'failed' : 'sending'
  })
}
