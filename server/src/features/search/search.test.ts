import type { SearchHit, searchApi } from '@cairn/contract/api/search'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { type Call, testApp } from '../../../test/factory.ts'
import { processorMs } from '../../../test/processor-time.ts'
import { insertTree } from '../../../test/rows.ts'

type Everywhere = z.infer<typeof searchApi.everywhere.reply>

const search = async (call: Call, q: string): Promise<Everywhere> =>
  (await call('GET', `/search?q=${encodeURIComponent(q)}`)).json()
const titles = (hits: SearchHit[]): string[] => hits.map(({ title }) => title)

it('finds plans, nodes, logs, comments and files that the caller owns or shares', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const call = as(owner)
  await call('PUT', `/plans/${plan.id}`, { title: 'Zebra crossing' })
  const node = await make.node(owner, plan.id, { title: 'Paint the zebra', description: 'Black and white' })
  const path = `/plans/${plan.id}/nodes/${node.id}`
  const log = await make.log(owner, plan.id, node.id, { content: 'The zebra moved', log_type: 'progress' })
  const comment = await make.log(owner, plan.id, node.id, { content: 'Which zebra?', log_type: 'comment' })
  const link = { name: 'Zebra.html', content_type: 'text/html', url: 'https://example.test/z' }
  const artifact = (await call('POST', `${path}/artifacts`, link)).json()
  const stranger = await make.user()

  const mine = await search(call, 'zebra')
  const theirs = await search(as(viewer), 'ZEB')
  const nobodys = await search(as(stranger), 'zebra')
  const inPlan = (await call('GET', `/search/plan/${plan.id}?query=zebra`)).json()
  const refused = await as(stranger)('GET', `/search/plan/${plan.id}?q=zebra`)

  const { created_at: _, ...planHit } = mine.results.plans[0] as SearchHit
  expect(mine).toMatchObject({
    query: 'zebra',
    counts: { plans: 1, nodes: 1, logs: 1, comments: 1, artifacts: 1, total: 5 },
    results: {
      nodes: [{ id: node.id, type: 'node', title: 'Paint the zebra', content: 'Black and white', node_id: node.id }],
      logs: [{ id: log.id, type: 'log', title: node.title, content: 'The zebra moved', node_id: node.id }],
      comments: [{ id: comment.id, type: 'comment', content: 'Which zebra?', plan_id: plan.id }],
      artifacts: [{ id: artifact.id, type: 'artifact', title: 'Zebra.html', node_id: node.id }],
    },
  })
  expect(planHit).toEqual({
    id: plan.id,
    type: 'plan',
    title: 'Zebra crossing',
    content: '',
    plan_id: plan.id,
    node_id: null,
  })
  expect(theirs.counts).toEqual(mine.counts)
  expect(nobodys.counts.total).toBe(0)
  expect(inPlan).toMatchObject({ query: 'zebra', count: 5 })
  expect(inPlan.results.map(({ id }: SearchHit) => id).sort()).toEqual(
    [plan.id, node.id, log.id, comment.id, artifact.id].sort(),
  )
  expect(refused.statusCode).toBe(404)
})

it('finds nothing in the trash, nothing of a removed collaborator, and everything again after a restore', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const phase = await make.node(owner, plan.id, { title: 'Phase', node_type: 'phase' })
  const node = await make.node(owner, plan.id, { title: 'Zebra', parent_id: phase.id })
  await make.log(owner, plan.id, node.id, { content: 'zebra', log_type: 'comment' })
  const count = async (who = owner) => (await search(as(who), 'zebra')).counts.total

  const before = await count()
  await as(owner)('DELETE', `/plans/${plan.id}/nodes/${phase.id}`)
  const deleted = await count()
  await as(owner)('POST', `/plans/${plan.id}/nodes/${phase.id}/restore`)
  const restored = await count(viewer)
  await as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)
  const removed = await count(viewer)
  await as(owner)('DELETE', `/plans/${plan.id}`)

  expect([before, deleted, restored, removed, await count()]).toEqual([2, 0, 2, 0, 0])
})

it('follows changes of a text', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id, { title: 'Horse' })

  await search(as(me), 'horse')
  await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: 'Zebra' })

  expect((await search(as(me), 'horse')).counts.total).toBe(0)
  expect((await search(as(me), 'zebra')).counts.total).toBe(1)
})

it('ranks matches in the title first, then the newest, and answers at most 50 of a type', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  await make.node(me, plan.id, { title: 'Old zebra crossing' })
  for (let i = 0; i < 51; i++) await make.node(me, plan.id, { title: `Node ${i}`, context: 'zebra crossing' })
  await make.node(me, plan.id, { title: 'New zebra', context: 'crossing' })

  const { results, counts, counts_exact } = await search(as(me), 'zebra cross')
  const { results: inPlan } = (await as(me)('GET', `/search/plan/${plan.id}?q=zebra+cross`)).json()

  expect(counts.nodes).toBe(50)
  expect(counts_exact).toMatchObject({ nodes: false, plans: true, total: false })
  expect(titles(results.nodes).slice(0, 4)).toEqual(['Old zebra crossing', 'New zebra', 'Node 50', 'Node 49'])
  expect(titles(inPlan).slice(0, 3)).toEqual(['Old zebra crossing', 'New zebra', 'Node 50'])
})

it('ranks the same and stays within the plans of the caller when other plans have the words too', async () => {
  const { as, make } = await testApp()
  const [me, stranger] = [await make.user(), await make.user()]
  const [mine, second, theirs] = [await make.plan(me), await make.plan(me), await make.plan(stranger)]
  const add = (title: string, context: string, planId = mine.id) => make.node(me, planId, { title, context })
  await add('Zebra', 'crossing')
  await add('The whole zebra', '', second.id)
  await add('Zebras', '')
  await add('Whole', 'a zebra')
  for (let i = 0; i < 30; i++) {
    await Promise.all(Array.from({ length: 4 }, () => add('Begun', 'zebras')))
    await Promise.all(Array.from({ length: 5 }, () => make.node(stranger, theirs.id, { title: 'Zebra' })))
  }

  const everywhere = await search(as(me), 'zebra')
  const inPlan = (await as(me)('GET', `/search/plan/${mine.id}?q=zebra`)).json()

  const expected = ['Zebra', 'Zebras', 'Whole', ...Array(46).fill('Begun')]
  expect(titles(everywhere.results.nodes)).toEqual(['The whole zebra', ...expected])
  expect(titles(inPlan.results)).toEqual([...expected, 'Begun'])
})

it('shows the passage around the match, at most 200 characters', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  await make.node(me, plan.id, { description: `${'before '.repeat(100)}the zébra ${'after '.repeat(100)}` })

  const { results } = await search(as(me), 'zebr')

  expect(results.nodes[0]?.content).toMatch(/^…before .*the zébra after .*…$/)
  expect(results.nodes[0]?.content.length).toBeLessThanOrEqual(200)
})

/** A text, what is looked for in it, and whether it is found: the same on both databases. */
const CASES: [text: string, query: string, found: boolean][] = [
  ['Überblick über alles', 'uberblick', true],
  ['uberblick', 'ÜBER', true],
  ['naïve café', 'naive cafe', true],
  ['Straße', 'strasse', true],
  ['Łódź', 'lodz', true],
  ['state-of-the-art', 'state-of', true],
  ['state-of-the-art', 'the art', true],
  ['v2.5.1', '25', false],
  ['v2.5.1', '.5', true],
  ['v2.5.1', 'v2.5', true],
  ['12abc', '12ab', true],
  ['1e5 and 0x1F', '1e5 0x1f', true],
  ['2026-01-31', '2026-01', true],
  ['user@example.test', 'user@example', true],
  ['https://example.test/a/b?c=d', 'example.test/a', true],
  ['計画書を書く', '計画', true],
  ['計画書を書く', '書く', true],
  ['計画書を書く', '画計', false],
  ['한국어 계획', '한국', true],
  ['проект', 'ПРО', true],
  ['party 🎉 time', '🎉 party', true],
  ['party time', '🎉🎉', false],
  ["it's done", "it's", true],
  ['say "hello" now', '"hello"', true],
  ['100% sure', '100%', true],
  ['key:value', 'key:value', true],
  ['a*b', 'a*', true],
  ['this AND that', 'this and', true],
  ['this that', 'this AND that', false],
  ['this', 'this OR that', false],
  ['NOT NEAR', 'not near', true],
  ['near(a b)', 'NEAR(a', true],
  ['search_text', 'search_text:x', false],
  ['x', '!!', false],
  ['x', "' or 1=1 --", false],
  ['back\\slash', 'back\\slash', true],
  ['snake_case', 'case', true],
  [`${'x'.repeat(150)}`, 'x'.repeat(150), true],
  ['\uE000private', '\uE000private', true],
  ['one two three', 'three one', true],
  ['one two three', 'on tw thr', true],
  ['one two three', 'one four', false],
]

it('finds the same words on both databases, whatever is typed', async () => {
  const { as, make } = await testApp()

  const outcomes: typeof CASES = []
  for (const [text, query] of CASES) {
    const me = await make.user()
    const plan = await make.plan(me, { title: 'Plan' })
    const inTitle = await make.node(me, plan.id, { title: text.slice(0, 255) })
    const inText = await make.node(me, plan.id, { title: 'Other', context: text })
    const found = (await search(as(me), query)).results.nodes.map(({ id }) => id)
    if (found.length > 0) expect([query, ...found]).toEqual([query, inTitle.id, inText.id])
    outcomes.push([text, query, found.length > 0])
  }

  expect(outcomes).toEqual(CASES)
})

it.each([
  ['q=a', 'q must be at least 2 characters'],
  ['', 'q must be at least 2 characters'],
  [`q=${'a'.repeat(201)}`, 'q must be at most 200 characters'],
  ['q=aa&q=bb', 'q must be a string'],
])('rejects the query %j', async (query, message) => {
  const { as, make } = await testApp()
  const me = await make.user()

  const reply = await as(me)('GET', `/search?${query}`)

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: message, code: 'invalid_input', details: [{ path: 'q', message }] })
})

it('rejects 100,000 characters at once', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const started = processorMs()

  const reply = await as(me)('GET', `/search?q=${'a'.repeat(100_000)}!`)

  expect(reply.statusCode).toBe(400)
  expect(processorMs() - started).toBeLessThan(200)
})

it('accepts a node whose texts are one long word', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  await make.node(me, plan.id, {
    title: 'T'.repeat(255),
    context: `${'ø'.repeat(49_000)}`,
    description: '漢'.repeat(9_000),
  })

  expect((await search(as(me), '漢漢')).counts.nodes).toBe(1)
})

it('limits searches to a tenth of the requests', async () => {
  const { as, make } = await testApp({ env: { CAIRN_RATE_LIMITS: '30' } })
  const me = await make.user()

  const replies = []
  for (let i = 0; i < 4; i++) replies.push(await as(me)('GET', '/search?q=zebra'))
  const other = await as(me)('GET', '/plans')

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  expect(replies[3]?.json()).toMatchObject({ code: 'rate_limited' })
  expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(other.statusCode).toBe(200)
})

it.each([
  ['/search?q=zebra+cross&limit=7', (reply: Everywhere) => reply.results.nodes],
  ['/search/plan/{plan}?q=zebra+cross&limit=7', (reply: { results: SearchHit[] }) => reply.results],
])('follows cursors of %s while others write, without a repetition or a gap', async (url, hitsOf) => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  for (let i = 0; i < 30; i++)
    await make.node(me, plan.id, { title: i % 3 === 0 ? `Zebra cross ${i}` : `Node ${i}`, context: 'zebra crossing' })

  const seen: string[] = []
  let counted: object = {}
  for (let path: string | undefined = url.replace('{plan}', plan.id); path; ) {
    const reply = await as(me)('GET', path)
    expect(reply.statusCode, reply.body).toBe(200)
    seen.push(...titles(hitsOf(reply.json())))
    const { counts, counts_exact, count = counts?.nodes, count_exact = counts_exact?.nodes } = reply.json()
    counted = { count, count_exact }
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
    if (seen.length < 10) await make.node(me, plan.id, { title: 'Zebra cross' })
  }

  const numbers = Array.from({ length: 30 }, (_, i) => 29 - i)
  expect(seen).toEqual([
    ...numbers.filter((i) => i % 3 === 0).map((i) => `Zebra cross ${i}`),
    ...numbers.filter((i) => i % 3 !== 0).map((i) => `Node ${i}`),
  ])
  // One was added after the first page.
  expect(counted).toEqual({ count: 31, count_exact: true })
})

it('follows the cursors of a long query', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const q = [...'값각난닫랄'].map((letter) => letter.repeat(20)).join(' ')
  for (const title of ['One', 'Two']) await make.node(me, plan.id, { title, description: q })

  const first = await as(me)('GET', `/search?q=${encodeURIComponent(q)}&limit=1`)
  const path = /<\/api([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await as(me)('GET', path)
  expect([first, second].flatMap((reply) => titles(reply.json().results.nodes))).toEqual(['Two', 'One'])
})

it('finds every copy of many tasks, each inserted before the others, page by page', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const phase = await make.node(me, plan.id, { title: 'Phase', node_type: 'phase' })
  const titled = Array.from({ length: 110 }, (_, i) => ({ title: `Common ${i}`, node_type: 'task' }))
  await as(me)('POST', `/plans/${plan.id}/nodes/tree`, { nodes: titled })
  for (let i = 0; i < 60; i++)
    await make.node(me, plan.id, { title: `Common first ${i}`, parent_id: phase.id, order_index: 0 })
  await as(me)('POST', `/plans/${plan.id}/nodes/${phase.id}/duplicate`)

  const found = new Set<string>()
  for (let path: string | undefined = '/search?q=common&limit=50'; path; ) {
    const reply = await as(me)('GET', path)
    for (const { id } of reply.json<Everywhere>().results.nodes) found.add(id)
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
  }
  expect(found.size).toBe(230)
})

it('rejects the cursor of another search', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  for (let i = 0; i < 3; i++) await make.node(me, plan.id, { title: 'Zebra horse' })
  const [, cursor] = /cursor=([\w-]+)/.exec(String((await as(me)('GET', '/search?q=zebra&limit=1')).headers.link)) ?? []

  expect((await as(me)('GET', `/search?q=zebra&cursor=${cursor}`)).statusCode).toBe(200)
  for (const wrong of [`q=horse&cursor=${cursor}`, 'q=zebra&cursor=x', 'q=zebra&page=2', 'q=zebra&limit=none'])
    expect((await as(me)('GET', `/search?${wrong}`)).statusCode, wrong).toBe(400)
})

it.each([
  [2_000, 2_000, true],
  [2_001, 2_000, false],
])('of %i nodes pages lead to %i, and the count shows whether there are more', async (nodes, shown, exact) => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me, { title: 'Many' })
  const ids = await insertTree({ store }, plan.id, Array(nodes).fill(null))

  const seen: string[] = []
  let last: { count?: number; count_exact?: boolean } = {}
  for (let path: string | undefined = `/search/plan/${plan.id}?q=node`; path; ) {
    const reply = await as(me)('GET', path)
    last = reply.json()
    seen.push(...reply.json<{ results: SearchHit[] }>().results.map(({ id }) => id))
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
  }

  expect(new Set(seen).size).toBe(seen.length)
  expect([...seen].sort()).toEqual(ids.toSorted().slice(-shown))
  expect(last).toMatchObject({ count: shown, count_exact: exact })
})
