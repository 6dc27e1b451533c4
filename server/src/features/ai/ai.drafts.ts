// Drafts by the AI service about a part of a plan: children of a node, a summary, a weekly report. Nothing is written.
import { type aiApi, REPORT_DAYS } from '@cairn/contract/api/ai'
import { LIMITS } from '@cairn/contract/api/common'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { DAY_MS, plusMs } from '../../base/units.ts'
import type { Ctx } from '../../core/ctx.ts'
import type { EventStream } from '../../core/event-stream.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { type Ai, type AiRequest, invalidReply } from '../../providers/ai.ts'
import { getPlanActivity } from '../activity/activity.queries.ts'
import { listLogs } from '../logs/logs.queries.ts'
import { getAncestry, getNode, readChildren, readNodes } from '../nodes/nodes.queries.ts'
import {
  BREAK_DOWN_SYSTEM,
  breakDownPrompt,
  CONTINUE_TEXT,
  REPORT_SYSTEM,
  reportPrompt,
  SUMMARY_SYSTEM,
  summaryPrompt,
} from './ai.drafts.prompts.ts'
import { readBrokenDown, titlesSoFar } from './ai.drafts.reply.ts'
import { counted } from './ai.limit.ts'
import { repair } from './ai.prompts.ts'
import { fitting } from './ai.reply.ts'

/** Drafts that one person may request per hour. */
const DRAFTS_MAX = 30
/** Events that a report considers, the newest ones. */
const EVENTS_MAX = 300
const LOGS_MAX = 20
/** Replies that a text may take. */
const TEXT_CALLS_MAX = 4

type Needed = Pick<Services, 'ai' | 'attempts' | 'clock' | 'store'>

const limitOf = ({ actor }: Ctx) => ({ key: `ai_draft ${actor.id}`, max: DRAFTS_MAX })

export async function breakDown(
  ctx: Ctx,
  services: Needed,
  { planId, nodeId, note }: { planId: string; nodeId: string; note: string | null },
  { send, signal }: EventStream<typeof aiApi.breakDown>,
): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const { ancestry } = await getAncestry(ctx, planId, nodeId)
  const node = await getNode(ctx, planId, nodeId)
  const { ai } = services
  if (!ai) return send('done', { nodes: [], is_ai: false })
  const children = await readChildren(ctx, planId, nodeId)
  const first = breakDownPrompt({ plan, path: ancestry.slice(0, -1), node, children }, note)
  await counted(services, limitOf(ctx), async () => {
    send('titles', { titles: [] })
    let shown = 0
    const onText = async (text: string) => {
      const titles = await titlesSoFar(text)
      if (titles.length <= shown) return
      shown = titles.length
      send('titles', { titles })
    }
    let messages: AiRequest['messages'] = [{ role: 'user', content: first }]
    for (let call = 0; call < 2; call++) {
      const { text, cut } = await ai.ask({ system: BREAK_DOWN_SYSTEM, messages, signal, onText })
      if (cut) throw invalidReply('The reply of the AI service was cut off because it was too long')
      const reply = readBrokenDown(text)
      if ('nodes' in reply) return send('done', { nodes: reply.nodes, is_ai: true })
      messages = repair(messages, text, reply.problem)
    }
    throw invalidReply()
  })
}

export async function summarize(
  ctx: Ctx,
  services: Needed,
  { planId, nodeId }: { planId: string; nodeId: string },
  stream: EventStream<typeof aiApi.summarize>,
): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const node = await getNode(ctx, planId, nodeId)
  const { ai } = services
  if (!ai) return stream.send('done', { text: '', is_ai: false })
  const below = subtreeOf(await allNodes(ctx, planId), nodeId)
  const { logs } = await listLogs(ctx, planId, nodeId, { limit: LOGS_MAX })
  const entries = logs.map(({ content }) => content)
  const prompt = summaryPrompt({ plan, node }, below, entries, ctx.now.slice(0, 10))
  await counted(services, limitOf(ctx), () => write(ai, { system: SUMMARY_SYSTEM, prompt }, stream))
}

export async function draftReport(
  ctx: Ctx,
  services: Needed,
  { planId }: { planId: string },
  stream: EventStream<typeof aiApi.draftReport>,
): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.edit')
  const { ai } = services
  if (!ai) return stream.send('done', { text: '', is_ai: false })
  const to = ctx.now.slice(0, 10)
  const dayIn = (days: number) => plusMs(ctx.now, days * DAY_MS)
  const from = dayIn(-REPORT_DAYS)
  const events = await eventsSince(ctx, planId, from)
  const soon = dayIn(REPORT_DAYS).slice(0, 10)
  const nodes = await allNodes(ctx, planId)
  const open = nodes.filter(
    ({ status, due_date }) =>
      status === 'blocked' ||
      status === 'in_progress' ||
      (status !== 'completed' && due_date !== null && due_date <= soon),
  )
  const completed = nodes.filter(({ status }) => status === 'completed').length
  const about = { title: plan.title, node_count: nodes.length, completed }
  const prompt = reportPrompt(about, open, events, { from: from.slice(0, 10), to })
  await counted(services, limitOf(ctx), () => write(ai, { system: REPORT_SYSTEM, prompt }, stream))
}

/** In display order. */
const allNodes = async (ctx: Ctx, planId: string): Promise<PlanNode[]> =>
  (await readNodes(ctx, planId, async () => null)).nodes

/** The nodes under a node, with their level below it. */
function subtreeOf(nodes: readonly PlanNode[], topId: string): (PlanNode & { level: number })[] {
  const levels = new Map([[topId, -1]])
  return nodes.flatMap((node) => {
    const above = levels.get(node.parent_id ?? '')
    if (above === undefined) return []
    levels.set(node.id, above + 1)
    return [{ ...node, level: above + 1 }]
  })
}

/** What happened since a time as sentences, newest first. */
async function eventsSince(ctx: Ctx, planId: string, from: string): Promise<string[]> {
  const sentences: string[] = []
  let cursor: string | undefined
  do {
    const { reply, next } = await getPlanActivity(ctx, planId, { page: 1, limit: LIMITS.page, cursor })
    for (const { created_at, content } of reply.data) {
      if (created_at < from || sentences.length >= EVENTS_MAX) return sentences
      sentences.push(`${created_at.slice(0, 10)} ${content}`)
    }
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return sentences
}

type TextStream = Pick<EventStream<typeof aiApi.summarize>, 'send' | 'signal'>

/** Streams a text. A reply that was cut off is continued. 502 if the text is empty. */
async function write(
  ai: Ai,
  { system, prompt }: { system: string; prompt: string },
  { send, signal }: TextStream,
): Promise<void> {
  send('text', { text: '' })
  const first: AiRequest['messages'] = [{ role: 'user', content: prompt }]
  let text = ''
  let isCut = true
  for (let call = 0; isCut && call < TEXT_CALLS_MAX; call++) {
    const before = text
    const messages = before === '' ? first : [...first, ...continued(before)]
    const reply = await ai.ask({
      ...{ system, messages, signal },
      onText: async (soFar) => send('text', { text: plain(before + soFar) }),
    })
    text += reply.text
    isCut = reply.cut && reply.text !== ''
  }
  const whole = plain(isCut ? `${text.trimEnd()}…` : text)
  if (whole === '') throw invalidReply('The AI service sent an empty reply')
  send('done', { text: whole, is_ai: true })
}

const continued = (text: string): AiRequest['messages'] => [
  { role: 'assistant', content: text },
  { role: 'user', content: CONTINUE_TEXT },
]

/** Fits a log entry, without a code fence around all of it. An ellipsis shows that the end is missing. */
function plain(text: string): string {
  const content = text.replace(/^\s*```(?:markdown|md)?\s*\n([\s\S]*?)\n?```\s*$/, '$1').trim()
  return content.length > LIMITS.content ? `${fitting(content, LIMITS.content - 1)}…` : fitting(content, LIMITS.content)
}
