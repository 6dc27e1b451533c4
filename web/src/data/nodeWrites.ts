// How changes to nodes reach the server: shown at once, sent one after the other for each node, and settled by the revision in the reply.
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import type { NodeChange, PendingChange, PlanNodes } from './nodeStore.ts'
import { nodesKey, revisionOf } from './readAt.ts'

/** How long the live channel may take to bring what the server has saved. */
const CONFIRM_MS = 4_000
/** How often a write is sent again on top of changes to other fields. */
const TRIES = 4

/** What a call answers. */
interface Answer<Reply> {
  reply: Reply
  headers: Headers
}

export interface Write<Reply> {
  change: NodeChange
  send: (expectedVersion: number) => Promise<Answer<Reply>>
  /** The fields that the write replaces, as the user saw them. A conflict is a change to one of these. */
  base?: Partial<PlanNode>
}

/** The node as it is now, when the server refused because it has changed; else null. */
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
  const readAgain = () => cache.invalidateQueries({ queryKey: nodesKey(planId) })
  /** By node, what the last write in its queue leaves behind: the version that it answered. */
  const queues = new Map<string, Promise<number | undefined>>()

  /** Runs a write when the earlier ones to these nodes have ended; `task` gets the version that the last one answered. */
  function enqueue<T>(nodeIds: readonly string[], task: (version: number | undefined) => Promise<T>): Promise<T> {
    const earlier = nodeIds.flatMap((id) => queues.get(id) ?? [])
    const run = earlier.length === 0 ? task(undefined) : Promise.all(earlier).then((versions) => task(versions.at(-1)))
    const ended = run.then(versionOf, () => undefined)
    for (const id of nodeIds) queues.set(id, ended)
    void ended.then(() => {
      for (const id of nodeIds) if (queues.get(id) === ended) queues.delete(id)
    })
    return run
  }

  /** Resolves when this browser has the revision. A channel that does not bring it is restarted before the list is read again. */
  async function follow(revision: number | null): Promise<void> {
    if (revision === null) return readAgain()
    if (nodes.revision >= revision) return
    for (let attempt = 0; nodes.channel && attempt < 2; attempt++) {
      if (attempt > 0) nodes.channel.restart()
      if (await nodes.reaches(revision, CONFIRM_MS)) return
    }
    await readAgain()
  }

  function settle(pending: PendingChange | null, revision: number | null): void {
    if (pending && revision !== null) nodes.accept(pending, revision)
    const arrived = follow(revision)
    // Nobody knows when the nodes contain it: reading them again has to do.
    if (pending && revision === null) void arrived.then(() => nodes.withdraw(pending))
  }

  /** Sends again what was refused for a change to other fields of the node. */
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

  /** Shows a change at once and sends it. Throws the refusal, after the change is taken back. */
  async function perform<Reply>(write: Write<Reply>): Promise<Reply> {
    const id = write.change.node_id
    const seen = nodes.get(id)?.version ?? 0
    const pending = nodes.attempt(write.change)
    try {
      const { reply, headers } = await enqueue([id], (version = 0) => sendOnTop(write, Math.max(seen, version)))
      settle(pending, revisionOf(headers))
      return reply
    } catch (error) {
      nodes.withdraw(pending)
      // Without a reply nobody knows whether it was saved: a live channel brings it if it was.
      if (nodes.channel && error instanceof ApiError && error.status === 0) nodes.channel.restart()
      else void readAgain()
      throw error
    }
  }

  /** Sends a change that is shown when the server has made it; resolves when this browser has it too. */
  async function request<Reply>(nodeIds: readonly string[], send: () => Promise<Answer<Reply>>): Promise<Reply> {
    const { reply, headers } = await enqueue(nodeIds, send)
    await follow(revisionOf(headers))
    return reply
  }

  /** Sends a change and resolves with the reply; `made` is what the reply shows. */
  async function send<Reply>(
    nodeIds: readonly string[],
    call: () => Promise<Answer<Reply>>,
    made?: (reply: Reply) => NodeChange | null,
  ): Promise<Answer<Reply>> {
    const answer = await enqueue(nodeIds, call)
    const change = made?.(answer.reply)
    settle(change ? nodes.attempt(change) : null, revisionOf(answer.headers))
    return answer
  }

  return { readAgain, perform, request, send }
}

const versionOf = (answer: unknown): number | undefined =>
  (answer as { reply?: { version?: number } } | undefined)?.reply?.version

/** Whether one of the fields holds neither what the user saw nor what the user wants. */
function isReplaced(base: Partial<PlanNode>, current: PlanNode, { data }: NodeChange): boolean {
  const wanted = (data.after ?? {}) as Partial<PlanNode>
  return (Object.keys(base) as (keyof PlanNode)[]).some(
    (field) => current[field] !== base[field] && current[field] !== wanted[field],
  )
}
