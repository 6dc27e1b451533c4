// Drafts by AI about a part of a plan. Nothing is written until the reader adds them.
import { aiApi, type BrokenDown } from '@cairn/contract/api/ai'
import { logsApi } from '@cairn/contract/api/logs'
import { ApiError, callWithHeaders } from '../lib/api.ts'
import { changeOf } from '../lib/changes.ts'
import { randomKey } from '../lib/idempotency.ts'
import { stream } from '../lib/stream.ts'

/** Marks log entries and nodes that began as a draft by AI. */
export const AI_TAG = 'AI draft'
export const AI_METADATA = { drafted_with_ai: true } as const

const interrupted = () => new ApiError(0, 'interrupted', 'The connection was lost before the draft was ready.')
const noService = () =>
  new ApiError(
    0,
    'interrupted',
    'No AI service is configured on this server. Its administrator can set one up with AI_API_KEY or AI_BASE_URL.',
  )

interface Node {
  planId: string
  nodeId: string
}

/** Throws an `ApiError`, or the signal's reason. */
export async function draftChildren(
  { planId, nodeId, note }: Node & { note: string },
  { onTitles, signal }: { onTitles: (titles: readonly string[]) => void; signal: AbortSignal },
): Promise<BrokenDown['nodes']> {
  const input = { params: { planId, nodeId }, body: { note }, signal, idempotencyKey: randomKey() }
  for await (const event of stream(aiApi.breakDown, input)) {
    if (event.name === 'titles') onTitles(event.data.titles)
    if (event.name !== 'done') continue
    if (!event.data.is_ai) throw noService()
    return event.data.nodes
  }
  throw interrupted()
}

export type TextDraft = { kind: 'summary'; planId: string; nodeId: string } | { kind: 'report'; planId: string }

/** Throws an `ApiError`, or the signal's reason. */
export async function draftText(
  draft: TextDraft,
  { onText, signal }: { onText: (text: string) => void; signal: AbortSignal },
): Promise<string> {
  const options = { signal, idempotencyKey: randomKey() }
  const events =
    draft.kind === 'summary'
      ? stream(aiApi.summarize, { params: { planId: draft.planId, nodeId: draft.nodeId }, ...options })
      : stream(aiApi.draftReport, { params: { planId: draft.planId }, ...options })
  for await (const event of events) {
    if (event.name === 'text') onText(event.data.text)
    if (event.name !== 'done') continue
    if (!event.data.is_ai) throw noService()
    return event.data.text
  }
  throw interrupted()
}

/** Adds a draft to the log of a node. Returns the change, for undo. */
export async function addDraftToLog({ planId, nodeId }: Node, content: string): Promise<number | null> {
  const body = { content, log_type: 'progress' as const, tags: [AI_TAG] }
  const { headers } = await callWithHeaders(logsApi.add, { params: { planId, nodeId }, body })
  return changeOf(headers)
}
