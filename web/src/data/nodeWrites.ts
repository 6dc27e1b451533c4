// Sends node changes: shown optimistically, sent in order per node, and confirmed by the revision in the reply.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { changeOf, reportSaved, trackWrite } from '../lib/changes.ts'
import { getSession } from '../lib/session.ts'
import type { NodeChange, PendingChange, PlanNodes } from './nodeStore.ts'
import { nodesKey, revisionOf } from './readAt.ts'

/** How long to wait for the live channel to deliver what the server has saved. */
const CONFIRM_MS = 4_000
/** How often a write is retried after changes to other fields. */
const TRIES = 4

/** The reply of a call, with its headers. */
interface Answer<Reply> {
  reply: Reply
  headers: Headers
}

/** The reply of a saved write, and what it changed, for undo; null if nothing. */
export interface Saved<Reply> {
  reply: Reply
  change: number | null
}

export interface Write<Reply> {
  change: NodeChange
  /** Other changes of the same call and node, shown after the first one. */
  more?: readonly NodeChange[]
  send: (expectedVersion: number) => Promise<Answer<Reply>>
  /** The replaced fields as the user saw them. Only a change to one of these is a conflict. */
  base?: Partial<PlanNode>
  /** Called after a failure without a reply, if the change arrives as an event: it was saved. */
  onArrived?: () => void
}

/** The current node, if the server rejected a write because it has changed; otherwise null. */
export function conflictOf(error: unknown): PlanNode | null {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return null
  const current = error.details as PlanNode | null | undefined
  return typeof current?.version === 'number' ? current : null
}

interface Setting {
  planId: string
  nodes: PlanNodes
  cache: QueryClient
}

export function makeNodeWrites({ planId, nodes, cache }: Setting) {
  const refetch = () => cache.invalidateQueries({ queryKey: nodesKey(planId) })
  /** The version after the last queued write, by node. */
  const queues = new Map<string, Promise<number | undefined>>()

  /** Runs a write after earlier ones to these nodes; `task` gets the version that the last one returned for one node. */
  function enqueue<T>(nodeIds: readonly string[], task: (version: number | undefined) => Promise<T>): Promise<T> {
    const earlier = nodeIds.flatMap((id) => queues.get(id) ?? [])
    const run = earlier.length === 0 ? task(undefined) : Promise.all(earlier).then((versions) => task(versions.at(-1)))
    for (const id of nodeIds) {
      const before = queues.get(id)
      // A write that failed has left the version of the one before it.
      const ended = run.then(
        (answer) => versionIn(answer, id),
        () => before,
      )
      queues.set(id, ended)
      void ended.then(() => queues.get(id) === ended && queues.delete(id))
    }
    // Also while it waits for an earlier one, and between two tries.
    return nodeIds.length === 0 ? run : trackWrite(planId, run)
  }

  /**
   * Resolves when this browser has the revision. Reconnects a channel that does not deliver it, then refetches the
   * list.
   */
  async function follow(revision: number | null): Promise<void> {
    if (revision === null) return refetch()
    if (nodes.revision >= revision) return
    for (let attempt = 0; nodes.channel && attempt < 2; attempt++) {
      if (attempt > 0) nodes.channel.restart()
      if (await nodes.reaches(revision, CONFIRM_MS)) return
    }
    await refetch()
  }

  function settle(pending: readonly PendingChange[], revision: number | null): void {
    if (revision !== null) for (const change of pending) nodes.accept(change, revision)
    const arrived = follow(revision)
    // The revision is unknown, so only refetching shows that the nodes contain it.
    if (revision === null)
      void arrived.then(() => {
        for (const change of pending) nodes.rollBack(change)
      })
  }

  /** Retries a write that was rejected because of changes to other fields of the node. */
  async function sendOnTop<Reply>({ send, base = {}, change }: Write<Reply>, version: number): Promise<Answer<Reply>> {
    let expected = version
    for (let attempt = 1; ; attempt++)
      try {
        return await send(expected)
      } catch (error) {
        const current = conflictOf(error)
        if (!current || attempt === TRIES || isReplaced(base, current, change)) throw error
        expected = current.version
      }
  }

  /** Stops waiting for the events of changes whose replies were lost, by kind and node. */
  const lost = new Map<string, () => void>()
  const lostKey = ({ kind, node_id }: NodeChange) => `${kind} ${node_id}`
  const forgetLost = (change: NodeChange) => {
    lost.get(lostKey(change))?.()
    lost.delete(lostKey(change))
  }

  /** Waits for the event of a change whose reply was lost. */
  function expectLost({ change, onArrived }: Write<unknown>, since: number): void {
    const find = () => {
      const event = nodes.eventsAfter(since)?.find((event) => isEventOf(event, change))
      if (!event) return
      forgetLost(change)
      reportSaved(planId, event.change)
      onArrived?.()
    }
    lost.set(lostKey(change), nodes.watch(change.node_id, find))
    find()
  }

  /** Shows a change optimistically and sends it. Throws the server's error after rolling it back. */
  async function perform<Reply>(write: Write<Reply>): Promise<Saved<Reply>> {
    const id = write.change.node_id
    const seen = nodes.get(id)?.version ?? 0
    const since = nodes.revision
    forgetLost(write.change)
    const pending = [write.change, ...(write.more ?? [])].map((change) => nodes.applyOptimistic(change))
    try {
      const { reply, headers } = await enqueue([id], (version = 0) => sendOnTop(write, Math.max(seen, version)))
      settle(pending, revisionOf(headers))
      return { reply, change: changeOf(headers) }
    } catch (error) {
      for (const change of pending) nodes.rollBack(change)
      // Without a reply it is unknown whether the change was saved; a live channel delivers it if it was. Browsers repeat a
      // deletion whose connection broke, and the repetition finds no node.
      const isUnknown = error instanceof ApiError && (error.status === 0 || isRepeated(write.change, error))
      if (nodes.channel && isUnknown) {
        nodes.channel.restart()
        // After the caller has reported the failure.
        queueMicrotask(() => expectLost(write, since))
      } else void refetch()
      throw error
    }
  }

  /** Sends a change that is not shown optimistically. Resolves when this browser has it. */
  async function request<Reply>(nodeIds: readonly string[], send: () => Promise<Answer<Reply>>): Promise<Saved<Reply>> {
    const { reply, headers } = await enqueue(nodeIds, send)
    await follow(revisionOf(headers))
    return { reply, change: changeOf(headers) }
  }

  /** Sends a change and resolves with the reply; `made` returns the change to show. */
  async function send<Reply>(
    nodeIds: readonly string[],
    call: () => Promise<Answer<Reply>>,
    made?: (reply: Reply) => NodeChange | null,
  ): Promise<Answer<Reply>> {
    const answer = await enqueue(nodeIds, call)
    const change = made?.(answer.reply)
    settle(change ? [nodes.applyOptimistic(change)] : [], revisionOf(answer.headers))
    return answer
  }

  return { readAgain: refetch, perform, request, send }
}

const isRepeated = ({ kind }: NodeChange, { code }: ApiError): boolean =>
  kind === 'node.deleted' && code === 'node_not_found'

/** The version of a node in the reply, which is that node or a list of nodes. */
function versionIn(answer: unknown, id: string): number | undefined {
  const { reply } = answer as { reply?: unknown }
  const rows: unknown[] = Array.isArray(reply) ? reply : [reply]
  return (rows as (Partial<PlanNode> | undefined)[]).find((row) => row?.id === id)?.version
}

/** Whether an event is that of this user's change. */
function isEventOf(event: PlanEvent, { kind, node_id, data }: NodeChange): boolean {
  if (event.kind !== kind || event.node_id !== node_id || event.actor.id !== getSession()?.user.id) return false
  // A node is deleted once, wherever it was.
  if (kind === 'node.deleted') return true
  const saved = (event.data.after ?? event.data.before) as Record<string, unknown>
  // The server sets the stamps.
  const { version: _, updated_at: __, ...wanted } = (data.after ?? data.before) as Record<string, unknown>
  return Object.entries(wanted).every(([field, value]) => saved[field] === value)
}

/** Whether one of the fields has neither the value that the user saw nor the one that the user set. */
function isReplaced(base: Partial<PlanNode>, current: PlanNode, { data }: NodeChange): boolean {
  const wanted = (data.after ?? {}) as Partial<PlanNode>
  return (Object.keys(base) as (keyof PlanNode)[]).some(
    (field) => current[field] !== base[field] && current[field] !== wanted[field],
  )
}
