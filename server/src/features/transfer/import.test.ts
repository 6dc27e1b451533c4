import type { Plan } from '@cairn/contract/api/plans'
import type { PlanFile } from '@cairn/contract/api/transfer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { type Content, imported, own, preview, zipOf } from '../../../test/importing.ts'

const Text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\0\p{Surrogate}]/u.test(text))
const Maybe = fc.option(Text.filter((text) => text !== ''))
const Title = Text.filter((text) => text.trim() !== '')
const Node = fc.record({
  title: Title,
  node_type: fc.constantFrom('phase', 'task', 'milestone'),
  status: fc.constantFrom('not_started', 'in_progress', 'completed', 'blocked'),
  due_date: fc.option(fc.constantFrom('2026-01-31', '2027-12-01')),
  description: Maybe,
  acceptance_criteria: Maybe,
  context: Maybe,
  agent_instructions: Maybe,
  metadata: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
  parent: fc.nat(),
})

/** Without ids and times. */
function bareOf({ plan, nodes, edges }: PlanFile) {
  const place = new Map(nodes.map(({ id }, index) => [id, index]))
  const { id: _, created_at: __, updated_at: ___, ...fields } = plan
  return {
    plan: fields,
    nodes: nodes.map(({ id: _, parent_id, created_at: __, updated_at: ___, ...node }) => ({
      ...node,
      parent: parent_id === null ? null : place.get(parent_id),
    })),
    edges: edges
      .map(({ source_id, target_id, kind }) => `${place.get(source_id)} ${kind} ${place.get(target_id)}`)
      .sort(),
  }
}

test('a plan that is exported and imported again is the same up to ids and times', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const draft = { id: 'r', parent_id: null, node_type: 'root', status: 'not_started', assignees: [] }
  await fc.assert(
    fc.asyncProperty(Title, Title, fc.array(Node, { maxLength: 8 }), async (title, root, nodes) => {
      const file = {
        format: 'cairn.plan',
        version: 1,
        plan: { title: title.trim(), description: null, status: 'active' },
        nodes: [
          { ...draft, title: root },
          ...nodes.map(({ parent, ...node }, i) => ({
            ...node,
            id: String(i),
            parent_id: i > 0 && parent % 2 ? String(parent % i) : 'r',
          })),
        ],
        edges: nodes.slice(1).map((_, i) => ({ source_id: String(i), target_id: String(i + 1), kind: 'dependency' })),
      }
      const first = await imported(server, ana, 'plan.json', JSON.stringify(file))
      const second = await imported(server, ana, 'plan.json', JSON.stringify(first))
      expect(bareOf(second)).toEqual(bareOf(first))
      expect(second.nodes).toHaveLength(nodes.length + 1)
    }),
    { numRuns: 25 },
  )
})

const latin = Uint8Array.from([...'title\nK'].map((sign) => sign.charCodeAt(0)).concat(0xe4, 10))

test.each<[string, () => Content | Promise<Content>, string, number | null]>([
  ['bomb.zip', () => zipOf({ 'plan.json': ' '.repeat(26_300_000) }), 'at most 25 MB', null],
  ['empty.zip', () => zipOf({ 'other.json': '{}' }), 'has no plan.json', null],
  [
    'slip.zip',
    async () => {
      const bytes = Buffer.from(await zipOf({ aaaaaaaaaaa: 'x' }))
      return Uint8Array.from(Buffer.from(bytes.toString('latin1').replaceAll('aaaaaaaaaaa', '../../a/etc'), 'latin1'))
    },
    'cannot be read',
    null,
  ],
  ['deep.json', () => '['.repeat(100_000), 'nested deeper', 1],
  ['values.json', () => own(`{"id":"a","metadata":{"a":[${'{},'.repeat(30_000)}{}]}}`), 'more than 20,000 values', 3],
  ['long.json', () => own(`{"id":"a","title":"${'x'.repeat(2_200_000)}"}`), 'longer than 2 MB', 3],
  ['number.json', () => own(`{"id":"a","title":${'9'.repeat(2_200_000)}}`), 'longer than 2 MB', 3],
  ['cut.json', () => own('{"id":"a","title":"A"').slice(0, 90), 'ends too early', 3],
  ['wrong.json', () => '{"format":"other"}', 'neither a plan', 1],
  ['newer.json', () => '{"format":"cairn.plan","version":2,"nodes":[]}', 'Version 2', 1],
  ['latin.csv', () => latin, 'not text in UTF-8', 2],
  ['utf16.csv', () => Uint8Array.from([0xff, 0xfe, 65, 0]), 'UTF-16', 1],
  ['rows.csv', () => `title\n${'a\n'.repeat(100_000)}`, 'more than 50,000 rows', 50_002],
  // Short rows below many columns, which must not be looked for in each row.
  ['wide.csv', () => `title${',a'.repeat(400_000)}\n${'a\n'.repeat(40_000)}`, 'more than 1,000 columns', 1],
  ['dates.csv', () => `title${',date'.repeat(998)}\n${'a\n'.repeat(10_001)}`, 'at most 10,000 nodes', 10_002],
  [
    'edges.csv',
    () => `id,parent_id,title,depends_on\n${`b,,B,${'a '.repeat(150_000)}\n`.repeat(60)}`,
    'more than 200,000 dependencies',
    3,
  ],
  [
    'cards.json',
    () => {
      const items = Array(6_000).fill({ name: 'x' })
      const cards = Array(30_000).fill({ id: 'a', idList: 'l', name: 'A' })
      return JSON.stringify({ lists: [{ id: 'l' }], checklists: [{ idCard: 'a', checkItems: items }], cards })
    },
    'at most 10,000 nodes',
    1,
  ],
  ['quote.csv', () => 'title\n"never closed\n', 'cannot be read', 2],
  ['commas.csv', () => `title\nA${','.repeat(3_000_000)}`, 'more than 1,000 columns', 2],
  ['columns.csv', () => 'a,b\n1,2\n', 'must name the columns', 1],
  ['many.csv', () => `title\n${'a\n'.repeat(10_001)}`, 'at most 10,000 nodes', 10_002],
  ['empty.md', () => '', 'empty', null],
  [
    'linked.json',
    () => own('{"id":"a","title":"A"}', Array(31).fill('{"source_id":"a","target_id":"b","kind":"reference"}').join()),
    'at most 30 links, and the file has 31',
    4,
  ],
])('rejects %s with its line, and writes nothing', async (name, make, message, line) => {
  const server = await testApp({ env: { CAIRN_MAX_PLAN_NODES: '10000', CAIRN_MAX_PLAN_EDGES: '30' } })
  const ana = await server.make.user()
  const content = await make()
  const checked = await preview(server, ana, name, content)
  expect(checked.can_import).toBe(false)
  expect(checked.problems[0]?.message).toContain(message)
  expect(checked.problems[0]?.line).toBe(line)
  expect((await uploadAs(server.app, ana, '/imports', { name, content })).statusCode).toBe(400)
  expect((await server.as(ana)('GET', '/plans')).json()).toEqual([])
})

test('imports files that arrive at the same time one after the other', async () => {
  const server = await testApp()
  const people = [await server.make.user(), await server.make.user(), await server.make.user()]
  const names = Array.from({ length: 9 }, (_, at) => `plan-${at}.md`)
  const replies = await Promise.all(
    names.map((name, at) => uploadAs(server.app, people[at % 3] as TestUser, '/imports', { name, content: '- A' })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 201))
  expect(replies.map((reply) => reply.json<Plan>().title)).toEqual(names.map((_, at) => `plan ${at}`))
})

test('imports at most three files of one person at the same time', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const send = () => uploadAs(server.app, ana, '/imports/preview', { name: 'plan.md', content: '- A' })

  const replies = await Promise.all([send(), send(), send(), send()])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429])
  expect((await send()).statusCode).toBe(200)
})

test('repairs what can be repaired and names line and field', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const text = own(
    [
      '{"id":"a","parent_id":"b","title":"A","due_date":"2026-02-31"},',
      '{"id":"b","parent_id":"a","title":"B\\u0000"},',
      '{"id":"a","title":""},',
      '{"id":"c","parent_id":"missing","title":"C","status":"odd","__proto__":{"x":1}}',
    ].join('\n'),
    '{"source_id":"a","target_id":"b","kind":"dependency"},{"source_id":"b","target_id":"a","kind":"dependency"}',
  )
  const { problems, can_import } = await preview(server, ana, 'plan.json', text)
  expect(can_import).toBe(true)
  expect(problems.map(({ line, field }) => `${line} ${field}`)).toEqual([
    '3 due_date',
    '6 status',
    '4 title',
    '5 title',
    '5 id',
    '6 parent_id',
    '4 parent_id',
    '7 dependency',
    '7 dependency',
  ])
  expect((await imported(server, ana, 'plan.json', text)).nodes).toHaveLength(5)
})

test('an import with the same idempotency key creates one plan', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const file = { name: 'plan.md', content: '# Trip\n\n- [x] Pack\n  - [ ] Ropes {due=2026-12-01}\n' }
  const headers = { 'idempotency-key': 'import-1' }
  const [first, second] = [
    await uploadAs(server.app, ana, '/imports', file, headers),
    await uploadAs(server.app, ana, '/imports', file, headers),
  ]
  expect(first.json()).toMatchObject({ title: 'Trip', node_count: 3, completed_count: 1 })
  expect(second.json().id).toBe(first.json().id)
  expect((await server.as(ana)('GET', '/plans')).json()).toHaveLength(1)
})

test('reads a table whose pieces end within a character', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const rows = Array.from({ length: 800 }, (_, i) => `${'x'.repeat(i % 7)}${'🧊'.repeat(40)}`)

  const { nodes } = await imported(server, me, 'rows.csv', `title\n${rows.join('\n')}\n`)

  expect(nodes.slice(1).map(({ title }) => title)).toEqual(rows)
})

test('keeps a branch that was copied in an exported outline together', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const branch = '- Phase {#aaaaaaaa phase}\n  - Task {#bbbbbbbb}\n'

  const { nodes } = await imported(server, me, 'plan.md', `# Plan\n\n${branch}${branch}`)

  const placeOf = (id: string | null) => nodes.findIndex((node) => node.id === id)
  expect(nodes.map(({ title, parent_id }) => [title, placeOf(parent_id)])).toEqual([
    ['Plan', -1],
    ['Phase', 0],
    ['Task', 1],
    ['Phase', 0],
    ['Task', 3],
  ])
})

test('reads the texts of an exported table as they were, also those that look like formulas', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const plan = await server.make.plan(me)
  const texts = ['=1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a', "'=1", "''＝1", "'tis", "'", '1']
  for (const title of texts) await server.make.node(me, plan.id, { title, description: title })

  const { body } = await server.as(me)('GET', `/plans/${plan.id}/export?format=csv`)
  expect(body).not.toMatch(/(?<=^|[,"\n])[=+\-@\uff1d\uff0b\uff0d\uff20]/)
  const { nodes } = await imported(server, me, 'plan.csv', body)

  expect(nodes.slice(1).map(({ title }) => title)).toEqual(texts)
  expect(nodes.slice(1).map(({ description }) => description)).toEqual(texts)
})

test('leaves out blocks of code in an outline, and keeps a box that is no status in the title', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const text = '# Trip\n- Pack\n  ```sh\n- rm -rf\n# comment\n  ~~~\n  ````\n  - Socks\n- [A] Option\n'

  const { problems } = await preview(server, ana, 'trip.md', text)
  const { nodes } = await imported(server, ana, 'trip.md', text)

  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [3, 'This is a block of code'],
    [9, '"[A]" is not a status. Use [ ], [/], [x] or [!]'],
  ])
  expect(nodes.map(({ title }) => title)).toEqual(['Trip', 'Pack', 'Socks', '[A] Option'])
})

test('reads long texts of any table, and names the columns that it does not read', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const table =
    'title,context,acceptance_criteria,agent_instructions,depends_on,start,empty\nA,ctx,done,ask,,monday,\nB,,,,A,,\n'

  const { problems } = await preview(server, ana, 'tasks.csv', table)
  const { nodes } = await imported(server, ana, 'tasks.csv', table)

  expect(problems.map(({ message, instead }) => [message, instead])).toEqual([
    ['The column "depends_on" is not read', 'It is left out'],
    ['The column "start" is not read', 'It is left out'],
  ])
  expect(nodes[1]).toMatchObject({ context: 'ctx', acceptance_criteria: 'done', agent_instructions: 'ask' })
})
