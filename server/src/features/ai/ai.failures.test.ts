// Services that fail, break off, are cut off or fall silent, and people who go away.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import {
  appWith,
  ask,
  contentOf,
  eventsOf,
  GOOD,
  lastOf,
  PROMPT,
  plansOf,
  REPLY,
  sketchesOf,
  stepsOf,
} from '../../../test/ai-plans.ts'
import { type AiAnswer, startAiService } from '../../../test/ai-service.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'

/** The first request loads the package of the service. */
const WAIT = { timeout: 60_000 }

/** The stream as it comes, over a connection of its own. */
async function askOverTheWire({ app }: TestApp, { token }: TestUser): Promise<IncomingMessage> {
  const address = await app.listen({ port: 0 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asking = request(`${address}/api/ai/plans`, { method: 'POST', headers, agent: false })
  asking.end(JSON.stringify({ prompt: PROMPT }))
  const [response] = await once(asking, 'response')
  return response
}

it.each([
  ['is broken', JSON.stringify(REPLY).replace('"phases":', '"phases"')],
  ['has the wrong shape', JSON.stringify({ ...REPLY, phases: 'three' })],
  ['has no title', JSON.stringify({ ...REPLY, title: undefined })],
  ['is no JSON', 'I would rather talk about the weather.'],
])('requests one repair of a reply that %s', async (_, said) => {
  const app = await appWith({ text: said }, GOOD)

  const reply = await ask(app, app.me)

  expect(lastOf(reply.body)?.event).toBe('done')
  expect(stepsOf(reply.body)).toEqual([0, 1, 2, 3, 4])
  const messages = app.service.asked[1]?.body.messages ?? []
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(messages[2]?.content).toBe(said)
})

it('fails after the second unusable reply, and creates nothing', async () => {
  const app = await appWith({ text: '{"title": "Half' })

  const reply = await ask(app, app.me)

  expect(lastOf(reply.body)).toEqual({
    event: 'error',
    data: { error: 'Invalid JSON response from AI', code: 'ai_invalid_reply', request_id: expect.any(String) },
  })
  expect(app.service.asked).toHaveLength(2)
  expect(await plansOf(app, app.me)).toEqual([])
})

it.each([
  [401, '{"error":{"message":"Incorrect API key provided: sk-of-the-tests."}}', '401 - Incorrect API key provided: ….'],
  [429, '{"error":{"message":"You exceeded your quota."}}', '429 - You exceeded your quota.'],
  [500, 'The model is\nwarming up', '500 - The model is warming up'],
  [502, '<html><body>nginx at 127.0.0.1</body></html>', '502 - Bad Gateway'],
])('includes the error of the service with %s, but not the key', async (status, body, said) => {
  const app = await appWith({ status, body })

  const reply = await ask(app, app.me)

  expect(eventsOf(reply.body)).toEqual([
    { event: 'step', data: { step: 0 } },
    {
      event: 'error',
      data: { error: `AI generation failed: ${said}`, code: 'ai_failed', request_id: expect.any(String) },
    },
  ])
  expect(app.service.asked).toHaveLength(1)
  expect(await plansOf(app, app.me)).toEqual([])
})

it('reports an unreachable service without revealing its URL', async () => {
  const app = await testApp({ env: { AI_API_KEY: 'sk-1', AI_BASE_URL: 'http://127.0.0.1:1/v1' } })
  const me = await app.make.user()

  const reply = await ask(app, me)

  expect(lastOf(reply.body)?.data.error).toBe(
    'AI generation failed: no reply - The AI service could not be reached or closed the connection.',
  )
  expect(reply.body).not.toContain('127.0.0.1')
})

it('reports a connection that the service closes during its reply', async () => {
  const app = await appWith({ text: JSON.stringify(REPLY).slice(0, 300), breaks: true })

  const reply = await ask(app, app.me)

  expect(lastOf(reply.body)?.data.error).toBe(
    'AI generation failed: no reply - The AI service could not be reached or closed the connection.',
  )
  expect(await plansOf(app, app.me)).toEqual([])
})

it('does not take an empty repair for the rest of a truncated plan', async () => {
  const whole = JSON.stringify(REPLY)
  const app = await appWith(
    { text: whole.slice(0, whole.indexOf('Name the huts') + 4), finish: 'length' },
    { text: 'nope' },
    { text: '{}' },
  )

  const reply = await ask(app, app.me)

  expect(lastOf(reply.body)?.data.code).toBe('ai_invalid_reply')
  expect(await plansOf(app, app.me)).toEqual([])
})

it('uses the complete parts of a truncated reply, and requests the rest', async () => {
  const whole = JSON.stringify(REPLY)
  const rest = { phases: REPLY.phases.slice(1), milestones: REPLY.milestones }
  const app = await appWith(
    { text: whole.slice(0, whole.indexOf('Name the huts') + 4), finish: 'length' },
    { text: JSON.stringify(rest) },
  )

  const reply = await ask(app, app.me)

  expect(lastOf(reply.body)?.event).toBe('done')
  const { nodes } = await contentOf(app, app.me, lastOf(reply.body)?.data.plan_id)
  expect(nodes.filter(({ node_type }) => node_type === 'phase').map(({ title }) => title)).toEqual([
    'Survey',
    'Draw',
    'Publish',
  ])
  expect(nodes).toHaveLength(11)
  const [, second] = app.service.asked
  expect(second?.body.messages.at(-2)).toMatchObject({
    role: 'assistant',
    content: expect.stringContaining('Walk north'),
  })
  expect(second?.body.messages.at(-1)?.content).toContain('missing after "Survey"')
  const sizes = sketchesOf(reply.body).map(({ phases }) => phases.length)
  expect(sizes).toEqual([...sizes].sort())
})

it('continues phase by phase when every reply is truncated', async () => {
  const [survey, draw, publish] = REPLY.phases.map((phase) => JSON.stringify(phase))
  const cut = (text: string): AiAnswer => ({ text, finish: 'length' })
  const app = await appWith(
    cut(`{"title":"Trail map","description":"","phases":[${survey},{"title":"Dra`),
    cut(`{"phases":[${draw},{"ti`),
    cut(`{"phases":[${publish}],"milestones":[{"title":"Sur`),
  )

  const reply = await ask(app, app.me)

  const { nodes } = await contentOf(app, app.me, lastOf(reply.body)?.data.plan_id)
  expect(nodes.filter(({ node_type }) => node_type === 'phase').map(({ title }) => title)).toEqual([
    'Survey',
    'Draw',
    'Publish',
  ])
  expect(app.service.asked.map(({ body }) => body.messages.length)).toEqual([2, 4, 4])
})

it('uses the phases when only the milestones were truncated', async () => {
  const whole = JSON.stringify(REPLY)
  const app = await appWith({ text: whole.slice(0, whole.indexOf('In the shops') + 4), finish: 'length' })

  const reply = await ask(app, app.me)

  const { nodes } = await contentOf(app, app.me, lastOf(reply.body)?.data.plan_id)
  expect(nodes.filter(({ node_type }) => node_type === 'milestone').map(({ title }) => title)).toEqual(['Surveyed'])
  expect(app.service.asked).toHaveLength(1)
})

it('fails when replies are truncated again and again with nothing new', async () => {
  const app = await appWith({ text: '{"title":"Trail map","phases":[{"title":"Sur', finish: 'length' })

  const reply = await ask(app, app.me)

  expect(lastOf(reply.body)?.data.code).toBe('ai_invalid_reply')
  expect(app.service.asked).toHaveLength(1)
})

it('stops reading an endless reply, and truncates long texts', async () => {
  const long = { ...REPLY, title: `${'x'.repeat(254)}👩‍🚀 and more`, description: 'y'.repeat(20_000) }
  const endless = await appWith({ text: `{"title":"${'x'.repeat(120_000)}`, piece: 4_000, hangs: true })
  const cut = await appWith({ text: JSON.stringify(long) })

  const refused = await ask(endless, endless.me)
  const taken = await ask(cut, cut.me)

  expect(lastOf(refused.body)?.data.code).toBe('ai_invalid_reply')
  await vi.waitUntil(() => endless.service.broken() === 1, WAIT)
  const { plan } = await contentOf(cut, cut.me, lastOf(taken.body)?.data.plan_id)
  expect(plan.title).toBe('x'.repeat(254))
  expect(plan.description).toHaveLength(5_000)
})

it('times out without a reply from the service, and sends heartbeats until then', async () => {
  const service = await startAiService({ text: '{"title": "Trail map"', hangs: true })
  const app = await testApp({ env: service.env, timeout_ms: 1_000 })
  const me = await app.make.user()

  const reply = await ask(app, me)

  expect(lastOf(reply.body)?.data).toMatchObject({
    code: 'ai_failed',
    error: expect.stringMatching(/^AI generation failed: timeout - The AI service did not respond for/),
  })
  expect(reply.body).toContain(': \n\n')
  expect(await plansOf(app, me)).toEqual([])
  await vi.waitUntil(() => service.broken() === 1, WAIT)
})

it('waits for a slow service while it still sends', async () => {
  const service = await startAiService({ ...GOOD, piece: 100, pause_ms: 400 })
  const app = await testApp({ env: service.env, timeout_ms: 3_000 })
  const me = await app.make.user()

  expect(lastOf((await ask(app, me)).body)?.event).toBe('done')
})

it('cancels the request when the client disconnects, and creates nothing', async () => {
  const app = await appWith({ text: JSON.stringify(REPLY).slice(0, 300), hangs: true })
  const asking = await askOverTheWire(app, app.me)
  await vi.waitUntil(() => app.service.asked.length === 1, WAIT)

  asking.destroy()

  await vi.waitUntil(() => app.service.broken() === 1, WAIT)
  expect(await plansOf(app, app.me)).toEqual([])
})

it('reports a shutdown and ends the stream', async () => {
  const app = await appWith({ text: JSON.stringify(REPLY).slice(0, 300), hangs: true })
  const said = text(await askOverTheWire(app, app.me))
  await vi.waitUntil(() => app.service.asked.length === 1, WAIT)

  await app.app.close()

  expect(lastOf(await said)).toMatchObject({ event: 'error', data: { code: 'stopping' } })
})

it('does not count failed generations', async () => {
  const service = await startAiService({ status: 500, body: 'out of order' })
  const app = await testApp({ env: { ...service.env, CAIRN_ABUSE_LIMITS: 'on' } })
  const me = await app.make.user()

  for (let time = 0; time < 12; time++) expect((await ask(app, me)).statusCode).toBe(200)
})
