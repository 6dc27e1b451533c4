import { randomBytes } from 'node:crypto'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import type { ImportPreview, PlanFile } from '@cairn/contract/api/transfer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'

type Content = string | Uint8Array<ArrayBuffer>

async function preview({ app }: TestApp, user: TestUser, name: string, content: Content): Promise<ImportPreview> {
  const reply = await uploadAs(app, user, '/imports/preview', { name, content })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

async function imported({ app, as }: TestApp, user: TestUser, name: string, content: Content): Promise<PlanFile> {
  const reply = await uploadAs(app, user, '/imports', { name, content })
  expect(reply.statusCode, reply.body).toBe(201)
  return (await as(user)('GET', `/plans/${reply.json().id}/export`)).json()
}

const treeOf = ({ nodes }: ImportPreview) => nodes.map(({ level, title }) => `${'  '.repeat(level)}${title}`)

/** A table with the columns of a real export, of which a row fills some. */
const tableOf = (columns: string, rows: readonly Record<string, string>[], delimiter = ',', end = '\n') =>
  [columns, ...rows.map((row) => columns.split(delimiter).map((name) => quoted(row[name] ?? '', delimiter)))]
    .map((line) => (typeof line === 'string' ? line : line.join(delimiter)) + end)
    .join('')
const quoted = (cell: string, delimiter: string) =>
  delimiter === ',' && /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const TODOIST = 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE'
const TODOIST_TODAY = `${TODOIST.replace('PRIORITY', 'IS_COLLAPSED,PRIORITY')},DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG`

test.each([TODOIST, TODOIST_TODAY])('reads an export of Todoist with the columns %s', async (columns) => {
  const server = await testApp()
  const ana = await server.make.user({ name: 'Ana Ruiz' })
  const by = { AUTHOR: 'Ana Ruiz (48151623)', DATE_LANG: 'en', TIMEZONE: 'Europe/Madrid' }
  const table = tableOf(
    columns,
    [
      { TYPE: 'meta', CONTENT: 'view_style=board' },
      { TYPE: 'task', CONTENT: 'Buy a map', INDENT: '1', ...by, DATE: 'Dec 1 2026' },
      {},
      { TYPE: 'section', CONTENT: 'Prepare', DESCRIPTION: 'A week before' },
      {
        ...{ TYPE: 'task', CONTENT: 'Ropes', DESCRIPTION: '40 m, dry', PRIORITY: '4', INDENT: '1', ...by },
        ...{
          RESPONSIBLE: 'Ana Ruiz (48151623)',
          DATE: '2026-12-01 08:30',
          DEADLINE: '2026-12-03',
          DEADLINE_LANG: 'en',
        },
      },
      { TYPE: 'task', CONTENT: 'Knots @evening', PRIORITY: '2', INDENT: '2', ...by, DATE: 'every monday at 9am' },
      { TYPE: 'note', CONTENT: 'Figure eight', ...by },
    ],
    ',',
    '\r\n',
  )
  const shown = await preview(server, ana, 'My-list.csv', table)
  expect(shown).toMatchObject({ format: 'todoist', can_import: true, title: 'My list', node_count: 5 })
  expect(treeOf(shown)).toEqual(['My list', '  Buy a map', '  Prepare', '    Ropes', '      Knots @evening'])
  expect(shown.problems).toMatchObject([
    { line: 1, field: 'priority', instead: 'It is left out' },
    { line: 7, field: 'DATE', instead: 'There is no due date' },
  ])
  const { nodes } = await imported(server, ana, 'My-list.csv', table)
  const deadline = columns === TODOIST ? '2026-12-01' : '2026-12-03'
  expect(nodes.slice(1)).toMatchObject([
    { due_date: '2026-12-01' },
    { node_type: 'phase', description: 'A week before' },
    { due_date: deadline, description: '40 m, dry', assignees: [{ name: 'Ana Ruiz' }] },
    { due_date: null, description: 'Figure eight' },
  ])
})

test('reads an export of Trello', async () => {
  const server = await testApp()
  const ana = await server.make.user({ name: 'Ana Ruiz' })
  const id = (last: string) => `65a1f0c2e4b0a1b2c3d4e5${last}`
  const card = (last: string, idList: string, pos: number, fields: object) => ({
    ...{ id: id(last), idBoard: id('00'), idList, pos, closed: false, desc: '', due: null, dueComplete: false },
    ...{ start: null, idMembers: [], idLabels: [], labels: [], idChecklists: [], badges: { checkItems: 0 } },
    ...{ shortUrl: `https://trello.com/c/${last}`, isTemplate: false, ...fields },
  })
  const list = (last: string, name: string, pos: number, closed = false) => ({
    ...{ id: id(last), name, pos, closed, idBoard: id('00'), softLimit: null, subscribed: false },
  })
  const checkItem = (name: string, pos: number, state: string) => ({ id: id(`${pos}`), name, pos, state, due: null })
  const board = JSON.stringify({
    ...{ id: id('00'), name: 'Hike', desc: 'In March', descData: null, closed: false, prefs: { voting: 'disabled' } },
    labelNames: { green: 'Gear' },
    limits: { cards: { openPerBoard: { status: 'ok' } } },
    actions: [
      { id: id('a1'), type: 'createCard', data: { card: { name: 'Boots' } } },
      { id: id('a2'), type: 'commentCard', data: { card: { name: 'Boots' }, text: 'Which size?' } },
    ],
    lists: [list('02', 'Done', 32768), list('01', 'Ideas', 16384), list('03', 'Old', 49152, true)],
    cards: [
      card('12', id('02'), 2, { name: 'Boots', desc: 'Wax', due: '2026-12-24T10:00:00.000Z', idMembers: [id('b1')] }),
      card('11', id('02'), 1, { name: 'Socks', dueComplete: true, labels: [{ name: 'Gear' }] }),
      card('13', id('01'), 1, { name: 'Stove', dueComplete: true }),
      card('14', id('01'), 2, { name: 'Tent', closed: true }),
      card('15', id('03'), 1, { name: 'Axe' }),
    ],
    members: [{ id: id('b1'), fullName: 'Ana Ruiz', username: 'anaruiz', initials: 'AR' }],
    checklists: [
      {
        ...{ id: id('c1'), name: 'Care', idBoard: id('00'), idCard: id('12'), pos: 16384 },
        checkItems: [checkItem('Laces', 34, 'incomplete'), checkItem('Waxed', 17, 'complete')],
      },
    ],
    customFields: [],
  })
  const shown = await preview(server, ana, 'hJ8xTq.json', board)
  expect(shown).toMatchObject({ format: 'trello', title: 'Hike' })
  expect(treeOf(shown)).toEqual(['Hike', '  Ideas', '    Stove', '  Done', '    Socks', '    Boots'])
  expect(shown.problems.map(({ message }) => message)).toEqual([
    'The board has 1 archived card',
    'The board has 1 comment',
    'The board has 1 card with labels',
    'The card is in an archived list',
  ])
  const { plan, nodes } = await imported(server, ana, 'hJ8xTq.json', board)
  expect(plan.description).toBe('In March')
  expect(nodes.find(({ title }) => title === 'Boots')).toMatchObject({
    ...{ status: 'completed', due_date: '2026-12-24', description: 'Wax' },
    ...{ acceptance_criteria: '[x] Waxed\nLaces', assignees: [{ name: 'Ana Ruiz' }] },
  })
  expect(nodes.find(({ title }) => title === 'Stove')).toMatchObject({ status: 'completed', due_date: null })
})

const LINEAR =
  'ID,Team,Title,Description,Status,Estimate,Priority,Project ID,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Cycle Start,Cycle End,Created,Updated,Started,Triaged,Completed,Canceled,Archived,Due Date,Parent issue,Initiatives,Project Milestone ID,Project Milestone,SLA Status'
const LINEAR_TODAY = `${LINEAR},UUID,Time in status (minutes),Related to,Blocked by,Duplicate of`

test.each([LINEAR, `${LINEAR},Roadmaps`, LINEAR_TODAY])(
  'reads an export of Linear with the columns %s',
  async (columns) => {
    const server = await testApp()
    const ana = await server.make.user({ name: 'Ana Ruiz' })
    const of = { Team: 'Trips', Project: 'Launch', 'Project ID': 'p1', Creator: ana.email, Priority: 'High' }
    const at = (day: string) => `${day} 2026 11:21:41 GMT+0000 (GMT+00:00)`
    const table = tableOf(columns, [
      {
        ...{
          ID: 'TRI-1',
          ...of,
          Title: "'=Ship",
          Description: 'One\n"two"',
          Status: 'In Progress',
          Assignee: ana.email,
        },
        // Midnight of the day after, in London.
        ...{
          Started: at('Thu May 14'),
          'Due Date': 'Thu Jun 25 2026 23:00:00 GMT+0000 (GMT+00:00)',
          'Blocked by': 'TRI-2',
        },
      },
      { ID: 'TRI-2', ...of, Title: 'Test', Status: 'Shipped', 'Parent issue': 'TRI-1', Completed: at('Wed Jul 01') },
      { ID: 'TRI-3', ...of, Title: 'Try', Status: 'QA check', Started: at('Wed Jul 01'), 'Due Date': '2026-07-02' },
      {
        ID: 'TRI-4',
        ...of,
        Title: 'Drop',
        Status: 'Won’t do',
        Canceled: at('Wed Jul 01'),
        'Due Date': '2026-07-02T05:00:00Z',
      },
      { ID: 'TRI-5', ...of, Title: 'Wait', Status: 'Icebox' },
      { ID: 'TRI-6', ...of, Title: 'Old', Status: 'Done', Archived: at('Wed Jul 01') },
    ])
    const { problems } = await preview(server, ana, 'issues.csv', table)
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [1, 'A plan has no place for the column "priority"'],
      [6, 'A plan has no status like "Canceled"'],
      [7, '"Icebox" is not a known status'],
      [8, 'The issue is archived'],
    ])
    const plan = await imported(server, ana, 'issues.csv', table)
    expect(plan.nodes.map(({ title, status, due_date }) => [title, status, due_date])).toEqual([
      ['issues', 'not_started', null],
      ['Launch', 'not_started', null],
      ['=Ship', 'in_progress', '2026-06-26'],
      ['Test', 'completed', null],
      ['Try', 'in_progress', '2026-07-02'],
      ['Drop', 'completed', '2026-07-02'],
      ['Wait', 'not_started', null],
    ])
    expect(plan.nodes[2]).toMatchObject({ description: 'One\n"two"', assignees: [{ name: 'Ana Ruiz' }] })
    expect(plan.nodes[3]?.parent_id).toBe(plan.nodes[2]?.id)
    expect(plan.edges).toHaveLength(columns === LINEAR_TODAY ? 1 : 0)
  },
)

test('reads an export of GitHub Projects, with the columns of its view', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const url = (number: number) => `https://github.com/climbers/hut/issues/${number}`
  const columns =
    'Title\tURL\tAssignees\tStatus\tLabels\tLinked pull requests\tMilestone\tRepository\tReviewers\tParent issue\tSub-issues progress\tTarget date'
  const table = tableOf(
    columns,
    [
      { Title: 'Fix the "big" stove', URL: url(1), Assignees: 'ana-ruiz, ben', Status: 'Todo', Milestone: 'M1' },
      { Title: 'Pipe', URL: url(2), Status: 'Done', 'Parent issue': url(1), 'Target date': '2026-12-03' },
      { Title: 'Valve', URL: url(3), Status: 'In Progress', 'Parent issue': '#2', 'Target date': 'Dec 4, 2026' },
      { Title: 'Gas', URL: url(4), 'Parent issue': 'climbers/hut#2' },
      { Title: 'A draft has no URL', Status: 'No Status' },
    ],
    '\t',
  )
  const project = await preview(server, ana, 'Roadmap.tsv', table)
  expect(project.format).toBe('github')
  expect(treeOf(project)).toEqual([
    'Roadmap',
    '  M1',
    '    Fix the "big" stove',
    '      Pipe',
    '        Valve',
    '        Gas',
    '  A draft has no URL',
  ])
  expect(project.problems.map(({ message }) => message)).toEqual([
    'ana-ruiz has 1 node, but is not a member of the new plan',
    'ben has 1 node, but is not a member of the new plan',
  ])
  const { nodes } = await imported(server, ana, 'Roadmap.tsv', table)
  expect(nodes.map(({ due_date }) => due_date)).toEqual([null, null, null, '2026-12-03', '2026-12-04', null, null])
  const view = 'Title\tURL\tAssignees\tStatus\tLabels\nPipe\thttps://github.com/climbers/hut/issues/2\t\tTodo\t\n'
  expect(await preview(server, ana, 'Board.tsv', view)).toMatchObject({ format: 'github', problems: [] })
})

test.each([
  ['the year first', ['2026-01-31', '2026/1/31', '2026-01-31T23:00:00Z'], ['2026-01-31', '2026-01-31', '2026-01-31']],
  ['dots', ['01.02.2027', '28.4.2027'], ['2027-02-01', '2027-04-28']],
  ['names of months', ['Dec 4, 2026', '4 December 2026', 'Fri 4 Dec 2026'], ['2026-12-04', '2026-12-04', '2026-12-04']],
  ['a day above 12 first', ['1/2/2027', '28/4/2027'], ['2027-02-01', '2027-04-28']],
  ['a day above 12 second', ['1/2/2027', '4/28/2027'], ['2027-01-02', '2027-04-28']],
  ['the same number twice', ['3/3/2027'], ['2027-03-03']],
])('reads dates with %s', async (_, words, days) => {
  const server = await testApp()
  const ana = await server.make.user()
  const table = `title,due\n${words.map((word, i) => `Task ${i},"${word}"`).join('\n')}\n`

  expect((await preview(server, ana, 'days.csv', table)).problems).toEqual([])
  const { nodes } = await imported(server, ana, 'days.csv', table)
  expect(nodes.slice(1).map(({ due_date }) => due_date)).toEqual(days)
})

test.each([
  ['1/2/2027', 'does not show whether the day or the month comes first'],
  ['2/30/2027', 'is not a date like 2026-01-31'],
  ['30.02.2027', 'is not a date like 2026-01-31'],
  ['Feb 30, 2027', 'is not a date like 2026-01-31'],
  ['2027', 'is not a date like 2026-01-31'],
  ['2027-13-01', 'is not a date like 2026-01-31'],
  ['next week 2027', 'is not a date like 2026-01-31'],
])('reports %s instead of guessing a day', async (word, problem) => {
  const server = await testApp()
  const ana = await server.make.user()
  const { problems } = await preview(server, ana, 'days.csv', `title,due\nTask,"${word}"\n`)

  expect(problems).toEqual([
    { line: 2, field: 'due', message: `"${word}" ${problem}`, instead: 'There is no due date' },
  ])
})

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

async function zipOf(entries: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new Uint8Array(await new Response(readableOf(zip.outputStream)).arrayBuffer())
}
const readableOf = (stream: NodeJS.ReadableStream) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      stream.on('data', (chunk: Buffer) => controller.enqueue(chunk))
      stream.on('end', () => controller.close())
    },
  })

const latin = Uint8Array.from([...'title\nK'].map((sign) => sign.charCodeAt(0)).concat(0xe4, 10))
const own = (nodes: string, edges = '') =>
  `{"format":"cairn.plan","version":1,"plan":{"title":"Plan"},\n"nodes":[\n${nodes}\n],"edges":[${edges}]}`

test.each<[string, () => Content | Promise<Content>, string, number | null]>([
  ['bomb.zip', () => zipOf({ 'plan.json': ' '.repeat(3_000_000) }), 'grows too much', null],
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
  ['cut.json', () => own('{"id":"a","title":"A"').slice(0, 90), 'ends too early', 3],
  ['wrong.json', () => '{"format":"other"}', 'neither a plan', 1],
  ['newer.json', () => '{"format":"cairn.plan","version":2,"nodes":[]}', 'Version 2', 1],
  ['latin.csv', () => latin, 'not text in UTF-8', 2],
  ['utf16.csv', () => Uint8Array.from([0xff, 0xfe, 65, 0]), 'UTF-16', 1],
  ['rows.csv', () => `title\n${'a\n'.repeat(100_000)}`, 'more than 50,000 rows', 50_002],
  // Short rows below many columns, which must not be looked for in each row.
  ['wide.csv', () => `title${',a'.repeat(400_000)}\n${'a\n'.repeat(40_000)}`, 'more than 1,000 columns', 1],
  ['quote.csv', () => 'title\n"never closed\n', 'cannot be read', 2],
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

test('imports log entries and comments with their replies, times and the names of their authors', async () => {
  const server = await testApp()
  const [ana, bo] = [await server.make.user(), await server.make.user()]
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  await server.make.member(plan.id, bo, 'editor')
  const first = await server.make.log(bo, plan.id, node.id, { log_type: 'comment', content: 'Bring boots' })
  await server.make.log(ana, plan.id, node.id, { log_type: 'comment', content: 'Done', parent_id: first.id })
  await server.make.log(ana, plan.id, node.id, { log_type: 'decision', content: 'Leave at dawn', tags: ['time'] })
  const file = (await server.as(ana)('GET', `/plans/${plan.id}/export`)).json()
  file.logs.push({ id: 'x', node_id: 'gone', log_type: 'comment', content: 'Lost', tags: [], author: {} })
  const shown = await preview(server, ana, 'plan.json', JSON.stringify(file))
  expect(shown.problems).toMatchObject([{ field: 'logs', instead: 'The entry is left out' }])
  const copy = await imported(server, ana, 'plan.json', JSON.stringify(file))
  const name = file.logs.find(({ content }: { content: string }) => content === 'Bring boots').author.name
  expect(copy.logs.map(({ content, log_type, tags }) => [content, log_type, tags])).toEqual([
    [`${name}: Bring boots`, 'comment', []],
    ['Done', 'comment', []],
    ['Leave at dawn', 'decision', ['time']],
  ])
  expect(copy.logs[1]?.parent_id).toBe(copy.logs[0]?.id)
  expect(copy.logs[0]?.created_at).toBe(first.created_at)
  const [, counted] = (await server.as(ana)('GET', `/plans/${copy.plan.id}/nodes`)).json()
  expect(counted.comment_count).toBe(2)
  const again = await imported(server, ana, 'plan.json', JSON.stringify(copy))
  expect(again.logs.map(({ content }) => content)).toEqual(copy.logs.map(({ content }) => content))
})

test('says that the importing app or token wrote the entries, whatever the file says', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  const agent = { ...ana, token: await server.make.apiToken(ana, 'write') }
  const [session, token] = [{ kind: 'session' }, { kind: 'token', name: 'write token' }]
  await server.make.log(ana, plan.id, node.id, { content: 'By Ana' })
  await server.make.log(agent, plan.id, node.id, { content: 'By a token' })

  const { body } = await server.as(ana)('GET', `/plans/${plan.id}/export`)
  expect(JSON.parse(body).logs).toMatchObject([{ via: session }, { via: token }])
  expect((await imported(server, ana, 'plan.json', body)).logs).toMatchObject([{ via: session }, { via: session }])
  expect((await imported(server, agent, 'plan.json', body)).logs).toMatchObject([{ via: token }, { via: token }])
})

test('imports entries with their metadata and the names they mention, and leaves reactions out', async () => {
  const server = await testApp()
  const [ana, bo] = [await server.make.user(), await server.make.user({ name: 'Bo Lund' })]
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  await server.make.member(plan.id, bo, 'commenter')
  const entry = { log_type: 'comment', content: `Ask <@${bo.id}>`, metadata: { ticket: 7 } } as const
  const { id } = await server.make.log(ana, plan.id, node.id, entry)
  await server.as(bo)('PUT', `/plans/${plan.id}/nodes/${node.id}/logs/${id}/reactions/heart`)
  const { body } = await server.as(ana)('GET', `/plans/${plan.id}/export`)

  const { problems } = await preview(server, ana, 'plan.json', body)
  expect(problems.map(({ message, instead }) => [message, instead])).toEqual([
    ['The file has 1 reaction', 'Reactions are left out'],
  ])
  const [copy] = (await imported(server, ana, 'plan.json', body)).logs
  expect(copy).toMatchObject({ content: 'Ask @Bo Lund', metadata: { ticket: 7 }, mentions: [], reactions: [] })
})

test('assigns nodes to the caller by email or name, and says who is not a member, without an invitation', async () => {
  const server = await testApp()
  const ana = await server.make.user({ name: 'Ana Ruiz' })
  const ben = await server.make.user({ name: 'Ben Ode' })
  const nodes = [
    { id: 'a', title: 'By email', assignees: [{ name: 'Old name', email: ana.email.toUpperCase() }] },
    { id: 'b', title: 'By name', assignees: [{ name: 'ana ruiz', email: '' }] },
    { id: 'c', title: 'A namesake', assignees: [{ name: 'Ana Ruiz', email: 'another@example.com' }] },
    { id: 'd', title: 'A user', assignees: [{ name: ben.name, email: ben.email }] },
    { id: 'e', title: 'Again', assignees: [{ name: ben.name, email: ben.email }, 7, null, { name: 5 }] },
  ]
  const content = own(nodes.map((node) => JSON.stringify(node)).join(',\n'))
  const { problems } = await preview(server, ana, 'plan.json', content)
  expect(problems.map(({ line, field, message }) => `${line} ${field} ${message}`)).toEqual([
    '5 assignees Ana Ruiz (another@example.com) has 1 node, but is not a member of the new plan',
    `6 assignees Ben Ode (${ben.email}) has 2 nodes, but is not a member of the new plan`,
    '7 assignees 5 has 1 node, but is not a member of the new plan',
  ])

  const plan = (await uploadAs(server.app, ana, '/imports', { name: 'plan.json', content })).json<Plan>()
  const assigned = (await server.as(ana)('GET', `/plans/${plan.id}/nodes`))
    .json<PlanNode[]>()
    .filter(({ assignees }) => assignees.includes(ana.id))
  expect(assigned.map(({ title }) => title)).toEqual(['By email', 'By name'])
  expect((await server.as(ben)('GET', '/plans')).json()).toEqual([])
  expect((await server.as(ana)('GET', `/plans/${plan.id}/collaborators`)).json()).toMatchObject({ collaborators: [] })
  const invited = await server.store.reader.selectFrom('invitations').selectAll().execute()
  expect(invited).toEqual([])
})

test('reads the assignees that a CSV export writes, also with a comma in the name', async () => {
  const server = await testApp()
  const ana = await server.make.user({ name: 'Ruiz; Ana, "A"' })
  const plan = await server.make.plan(ana, { title: 'Trip' })
  const node = await server.make.node(ana, plan.id, { title: 'Pack' })
  await server.as(ana)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: ana.id })
  const { body } = await server.as(ana)('GET', `/plans/${plan.id}/export?format=csv`)
  expect(body).toContain(ana.email)

  expect((await preview(server, ana, 'plan.csv', body)).problems).toEqual([])
  const copy = (await uploadAs(server.app, ana, '/imports', { name: 'plan.csv', content: body })).json<Plan>()
  const nodes = (await server.as(ana)('GET', `/plans/${copy.id}/nodes`)).json<PlanNode[]>()
  expect(nodes.find(({ title }) => title === 'Pack')?.assignees).toEqual([ana.id])
})

test.each([
  ['todoist.csv', (who: string) => `TYPE,CONTENT,INDENT,RESPONSIBLE\ntask,Pack,1,${who} (1234)\n`],
  ['linear.csv', (who: string) => `ID,Team,Title,Status,Assignee\nA-1,A,Pack,Todo,${who}\n`],
  ['github.csv', (who: string) => `Title,URL,Assignees\nPack,https://example.test/1,"someone-else, ${who}"\n`],
  ['other.csv', (who: string) => `title,assignee\nPack,${who}\n`],
])('finds the people of %s', async (name, make) => {
  const server = await testApp()
  const ana = await server.make.user({ name: 'Ana Ruiz' })
  for (const who of [ana.name, ana.email]) {
    const plan = (await uploadAs(server.app, ana, '/imports', { name, content: make(who) })).json<Plan>()
    const nodes = (await server.as(ana)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>()
    expect(nodes.find(({ title }) => title === 'Pack')?.assignees).toEqual([ana.id])
  }
  const { problems } = await preview(server, ana, name, make('Zoe'))
  expect(problems.some(({ message }) => message.startsWith('Zoe has 1 node'))).toBe(true)
})

test('restores the files and links of a ZIP file that was exported', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id, { title: 'With files' })
  const at = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  await uploadAs(server.app, ana, at, { name: 'größe.txt', content: 'First', type: 'text/plain' })
  await uploadAs(server.app, ana, at, { name: 'größe.txt', content: 'Second', type: 'text/plain' })
  await server.as(ana)('POST', at, { name: 'PR', url: 'https://example.test/1', content_type: 'text/html' })
  const content = Uint8Array.from((await server.as(ana)('GET', `/plans/${plan.id}/export?format=zip`)).rawPayload)
  const ben = await server.make.user()
  const shown = await preview(server, ben, 'plan.zip', content)
  expect(shown.problems).toEqual([])

  const copy = (await uploadAs(server.app, ben, '/imports', { name: 'plan.zip', content })).json<Plan>()
  const [restored] = (await server.as(ben)('GET', `/plans/${copy.id}/nodes`))
    .json<PlanNode[]>()
    .filter(({ title }) => title === 'With files')
  const path = `/plans/${copy.id}/nodes/${restored?.id}/artifacts`
  const files = (await server.as(ben)('GET', path)).json<{ id: string; name: string; url: string; size: number }[]>()
  expect(files.map(({ name }) => name).sort()).toEqual(['PR', 'größe.txt', 'größe.txt'])
  const texts = []
  for (const { id, size } of files) if (size) texts.push((await server.as(ben)('GET', `${path}/${id}/content`)).body)
  expect(texts.sort()).toEqual(['First', 'Second'])
})

const withFile = (file: object, entries: Record<string, string> = {}) =>
  zipOf({
    'plan.json': own('{"id":"a","title":"A"}').replace(/}$/, `,"files":[\n${JSON.stringify(file)}]}`),
    ...entries,
  })
const FILE = { node_id: 'a', name: 'a.txt', content_type: 'text/plain', size: 4, url: null, path: 'files/1/a.txt' }

test.each<[string, () => Promise<Content>, string]>([
  ['an upload that is not there', () => withFile(FILE), 'The ZIP file has no "a.txt"'],
  ['a node that is not there', () => withFile({ ...FILE, node_id: 'b' }), 'The node of this file is not in the file'],
  ['a link that runs', () => withFile({ ...FILE, url: 'javascript:alert(1)', path: null }), 'The URL of this link'],
  ['the plan itself as a file', () => withFile({ ...FILE, path: 'plan.json' }), 'The ZIP file has no "a.txt"'],
  ['a path upwards', () => withFile({ ...FILE, path: '../../etc/passwd' }), 'The ZIP file has no "a.txt"'],
])('leaves out %s, and says so', async (_, make, message) => {
  const server = await testApp()
  const ana = await server.make.user()
  const content = await make()
  const { problems, can_import } = await preview(server, ana, 'plan.zip', content)
  expect(can_import).toBe(true)
  expect(problems[0]?.message).toContain(message)
  const plan = (await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content })).json<Plan>()
  expect(
    (await server.store.reader.selectFrom('artifacts').selectAll().where('plan_id', '=', plan.id).execute()).length,
  ).toBe(0)
})

test('takes files of hostile names only as data, and refuses bombs and more than the caller may keep', async () => {
  const server = await testApp({ env: { CAIRN_MAX_USER_UPLOADS_MB: '1' } })
  const ana = await server.make.user()
  const named = await withFile({ ...FILE, name: '../../\u202egpj.exe' }, { 'files/1/a.txt': 'Kept' })
  const plan = (await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content: named })).json<Plan>()
  const [row] = await server.store.reader.selectFrom('artifacts').selectAll().where('plan_id', '=', plan.id).execute()
  expect(row).toMatchObject({ name: 'gpj.exe', content_type: 'text/plain', size: 4 })

  const bomb = await withFile(FILE, { 'files/1/a.txt': ' '.repeat(3_000_000) })
  expect((await preview(server, ana, 'plan.zip', bomb)).problems[0]?.message).toContain('grows too much')
  const large = await withFile(FILE, { 'files/1/a.txt': randomBytes(1_200_000).toString('latin1') })
  const refused = await uploadAs(server.app, ana, '/imports', { name: 'plan.zip', content: large })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'uploads_full'])
  expect((await server.as(ana)('GET', '/plans')).json()).toHaveLength(1)
})
