import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { uploadAs } from './forms.ts'
import { processorMs } from './processor-time.ts'

const TEXTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a link](javascript:alert(1))',
  '=HYPERLINK("http://evil.test","click")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\u202ereversed\u202c',
  'e\u0301 and é stay different',
  '👩‍👩‍👧‍👦 计划 مشروع תוכנית',
  '  spaces around  ',
  'two\nlines\tand\r\nmore',
  "Robert'); drop table nodes; --",
  'null',
  '\\u0000 \\" %s {{x}}',
]

it('stores texts exactly as they were sent, whatever they look like', async () => {
  const { as, make } = await testApp()
  const me = await make.user()

  for (const text of TEXTS) {
    const plan = await make.plan(me, { title: text, description: text })
    const node = await make.node(me, plan.id, { title: text, description: text, context: text, metadata: { text } })
    await make.log(me, plan.id, node.id, { content: text, metadata: { [text]: text } })

    const read = (await as(me)('GET', `/plans/${plan.id}`)).json()
    const listed = (await as(me)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>()
    const logs = (await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}/logs`)).json()
    expect(read).toMatchObject({ title: text, description: text })
    expect(listed).toMatchObject([{ title: text, description: text, context: text, metadata: { text } }])
    expect(logs).toMatchObject([{ content: text, metadata: { [text]: text } }])
  }
})

it('rejects texts that are too long, with the field and the limit, and takes the longest allowed', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const create = (fields: object) =>
    as(me)('POST', `/plans/${plan.id}/nodes`, { title: 'A', node_type: 'task', ...fields })

  for (const [field, limit] of Object.entries({ title: 255, description: 10_000, context: 50_000 })) {
    const tooLong = await create({ [field]: 'x'.repeat(limit + 1) })
    const farTooLong = await create({ [field]: 'x'.repeat(100_000) })
    const longest = await create({ [field]: 'x'.repeat(limit) })
    expect([tooLong.statusCode, farTooLong.statusCode, longest.statusCode]).toEqual([400, 400, 201])
    const message = expect.stringContaining(`at most ${limit.toLocaleString('en-US')}`)
    expect(tooLong.json().details).toEqual([{ path: field, message }])
  }
})

const EVIL = `${'a'.repeat(100_000)}!`
const QUICK_MS = 1_000

it('is not vulnerable to ReDoS', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const { token } = me
  const calls: [string | null, 'GET' | 'POST' | 'PUT', string, object?, Record<string, string>?][] = [
    [null, 'POST', '/auth/login', { email: EVIL, password: 'x' }],
    [null, 'POST', '/auth/login', { email: `a@${'a.'.repeat(50_000)}!`, password: 'x' }],
    [null, 'POST', '/auth/forgot-password', { email: `${'a@'.repeat(50_000)}!` }],
    [null, 'POST', '/auth/register', { email: 'a@example.test', password: EVIL, name: EVIL }],
    [token, 'POST', `/plans/${plan.id}/nodes`, { title: EVIL, node_type: 'task', due_date: EVIL }],
    [
      token,
      'PUT',
      `/plans/${plan.id}/nodes/${node.id}`,
      { context: EVIL.slice(0, 50_000), description: ' '.repeat(10_000) },
    ],
    [
      token,
      'POST',
      `/plans/${plan.id}/nodes/${node.id}/log`,
      { content: EVIL.slice(0, 10_000), tags: [EVIL, ` ${EVIL}`] },
    ],
    [
      token,
      'POST',
      `/plans/${plan.id}/nodes/${node.id}/artifacts`,
      { name: EVIL, content_type: EVIL, url: `http://${EVIL}` },
    ],
    [token, 'GET', `/search?q=${'a'.repeat(199)}!`],
    [token, 'GET', `/search?q=${'a'.repeat(7_000)}!`],
    [token, 'GET', `/plans?q=${'a%20'.repeat(50)}!`],
    [token, 'GET', `/plans/${plan.id}/nodes`, undefined, { 'accept-encoding': `${'br '.repeat(3_000)};q=0` }],
    [token, 'GET', '/plans', undefined, { authorization: `Bearer ${' '.repeat(7_000)}${'a'.repeat(7_000)}!` }],
  ]

  for (const [who, method, path, body, headers] of calls) {
    const started = processorMs()
    const reply = await as(who)(method, path, body && JSON.stringify(body), headers)
    expect(processorMs() - started, `${method} ${path}`).toBeLessThan(QUICK_MS)
    expect(reply.statusCode, `${method} ${path}`).toBeLessThan(500)
  }
})

const ACCENTS = '\u0315\u0316'
const BLANKS = ' '.repeat(50_000)

it.each([
  ['a table', 'people.csv', `title,assignees\nA,"x${BLANKS.repeat(15)}y"`],
  ['names in a table', 'people.csv', `title,assignees\nA,${ACCENTS.repeat(200_000)}`],
  ['an outline', 'plan.md', `- x${BLANKS}y\n`.repeat(50)],
  ['notes of a task', 'todoist.csv', `TYPE,CONTENT,INDENT\ntask,A,1\n${`note,${'a'.repeat(150)},\n`.repeat(8_000)}`],
  [
    'checklists of a card',
    'board.json',
    JSON.stringify({
      name: 'Board',
      lists: [{ id: 'l', name: 'List' }],
      cards: [{ id: 'c', idList: 'l', name: 'Card' }],
      checklists: Array.from({ length: 20_000 }, () => ({ idCard: 'c', checkItems: [{ name: 'Item' }] })),
    }),
  ],
])('takes linear time to read %s', async (_, name, content) => {
  const { app, make } = await testApp()
  const me = await make.user()

  const started = processorMs()
  const reply = await uploadAs(app, me, '/imports/preview', { name, content })
  expect(processorMs() - started).toBeLessThan(5 * QUICK_MS)
  expect(reply.statusCode, reply.body).toBeLessThan(500)
})

it('reads an issue whose address is none', async () => {
  const { app, make } = await testApp()
  const content = 'title,url,parent issue\nA,https://a b/o/r/issues/1,o/r#1\n'
  const reply = await uploadAs(app, await make.user(), '/imports/preview', { name: 'github.csv', content })
  expect(reply.statusCode, reply.body).toBe(200)
})

it('takes linear time for letters with many accents', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const payload = { redirect_uris: ['https://app.test/'], client_name: `a${ACCENTS.repeat(100_000)}` }
  const context = ACCENTS.repeat(25_000)

  const started = processorMs()
  const registered = await app.inject({ method: 'POST', url: '/oauth/register', payload })
  const saved = await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { context, agent_instructions: context })
  expect(processorMs() - started).toBeLessThan(5 * QUICK_MS)
  expect([registered.statusCode, saved.statusCode]).toEqual([201, 200])
})

it('never answers with a stack, SQL or a path of the server', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const replies = [
    await as(me)('POST', `/plans/${plan.id}/nodes`, '{broken'),
    await as(me)('POST', `/plans/${plan.id}/nodes`, { title: "'", node_type: "'" }),
    await as(me)('GET', `/plans/'/nodes`),
    await as(me)('GET', '/search?q=%27%22%29'),
    await as(null)('POST', '/auth/login', { email: "'@x", password: "'" }),
    await as(me)('GET', '/nothing/here'),
    await as(null)('GET', '/plans', undefined, { authorization: "Bearer '" }),
    await app.inject('/%c0%ae%c0%ae/etc/passwd'),
    await app.inject({ method: 'PATCH', url: '/api/plans' }),
  ]

  for (const { body } of replies)
    expect(body).not.toMatch(
      /node_modules|\.[jt]s:\d|\bat [\w.]+ \(|select |insert |sqlite|postgres|FST_|Zod|\/server\//i,
    )
})
