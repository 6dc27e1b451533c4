// Asking for plans made by AI, and reading what comes.
import type { PlanSketch } from '@cairn/contract/api/ai'
import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { type AiAnswer, startAiService } from './ai-service.ts'
import { type TestApp, type TestUser, testApp } from './factory.ts'

interface SentEvent {
  event: string
  data: Record<string, unknown>
}

/** The events of a whole stream; comments are left out. */
export const eventsOf = (body: string): SentEvent[] =>
  body
    .split('\n\n')
    .map((frame) => /^event: (\w+)\ndata: (.*)$/.exec(frame))
    .flatMap((found) => (found?.[2] ? [{ event: String(found[1]), data: JSON.parse(found[2]) }] : []))

export const clock = () => new Date('2026-03-10T12:00:00Z')
export const PROMPT = 'A trail map for hikers'

const task = (title: string) => ({ title, description: `What ${title} reaches.`, estimatedTime: '2 days' })
export const REPLY = {
  title: 'Trail map',
  description: 'A map that works without a signal.',
  phases: [
    { title: 'Survey', description: 'Walk the trails.', tasks: [task('Walk north'), task('Walk "south", slowly')] },
    { title: 'Draw', description: 'Make the map.', tasks: [task('Draw contours'), task('Name the huts')] },
    { title: 'Publish', description: '', tasks: [task('Print')] },
  ],
  milestones: [
    { title: 'Surveyed', description: 'All trails walked', targetDate: '2026-03-20' },
    { title: 'In the shops', description: '', targetDate: '2026-04-09' },
  ],
}
export const GOOD: AiAnswer = { text: JSON.stringify(REPLY) }

export async function appWith(...answers: AiAnswer[]) {
  const service = await startAiService(...answers)
  const app = await testApp({ clock, env: service.env })
  return { ...app, service, me: await app.make.user() }
}

export const ask = ({ as }: TestApp, me: TestUser, body: object = {}, headers = {}) =>
  as(me)('POST', '/ai/plans', { prompt: PROMPT, ...body }, headers)
export const plansOf = async ({ as }: TestApp, me: TestUser) => (await as(me)('GET', '/plans')).json<Plan[]>()
export const stepsOf = (body: string) =>
  eventsOf(body).flatMap(({ event, data }) => (event === 'step' ? [data.step] : []))
export const sketchesOf = (body: string) =>
  eventsOf(body).flatMap(({ event, data }) => (event === 'sketch' ? [data as unknown as PlanSketch] : []))
export const lastOf = (body: string) => eventsOf(body).at(-1)

export async function contentOf({ as }: TestApp, me: TestUser, planId: unknown) {
  const plan = (await as(me)('GET', `/plans/${planId}`)).json<Plan>()
  const nodes = (await as(me)('GET', `/plans/${planId}/nodes`)).json<PlanNode[]>()
  const edges = (await as(me)('GET', `/plans/${planId}/edges`)).json<PlanEdge[]>()
  return { plan, nodes, edges }
}
