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

test('reads the exports of Todoist, Trello, Linear and GitHub Projects', async () => {
  const server = await testApp()
  const ana = await server.make.user()
  const todoist =
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n' +
    'section,Prepare,,,,,,,,\ntask,Ropes,"40 m, dry",4,1,Ana (1),,2026-12-01,en,UTC\ntask,Knots,,4,2,Ana (1),,someday,en,UTC\nnote,Figure eight,,,,Ana (1),,,,\n'
  const first = await preview(server, ana, 'My-list.csv', todoist)
  expect(first).toMatchObject({ format: 'todoist', can_import: true, title: 'My list', node_count: 4 })
  expect(treeOf(first)).toEqual(['My list', '  Prepare', '    Ropes', '      Knots'])
  expect(first.problems).toMatchObject([{ line: 4, field: 'DATE', instead: 'There is no due date' }])

  const trello = JSON.stringify({
    name: 'Board',
    lists: [
      { id: 'l2', name: 'Done', pos: 2 },
      { id: 'l1', name: 'Ideas', pos: 1 },
    ],
    cards: [
      { id: 'c1', name: 'Boots', idList: 'l2', pos: 1, due: '2026-12-24T10:00:00.000Z' },
      { id: 'c2', name: 'Old', idList: 'l1', pos: 2, closed: true },
    ],
    checklists: [{ idCard: 'c1', checkItems: [{ name: 'Waxed', state: 'complete' }] }],
  })
  expect(treeOf(await preview(server, ana, 'board.json', trello))).toEqual(['Board', '  Ideas', '  Done', '    Boots'])
  const board = await imported(server, ana, 'board.json', trello)
  expect(board.nodes[3]).toMatchObject({
    status: 'completed',
    due_date: '2026-12-24',
    acceptance_criteria: '[x] Waxed',
  })

  const linear =
    'ID,Team,Title,Description,Status,Project,Parent issue,Due Date,Blocked by\nTEA-1,Team,Ship,,In Progress,Launch,,2026-12-02,TEA-2\nTEA-2,Team,Test,,Done,Launch,TEA-1,,\n'
  const plan = await imported(server, ana, 'linear.csv', linear)
  expect(plan.nodes.map(({ title, status }) => [title, status])).toEqual([
    ['linear', 'not_started'],
    ['Launch', 'not_started'],
    ['Ship', 'in_progress'],
    ['Test', 'completed'],
  ])
  expect(plan.edges).toHaveLength(1)

  const github = 'Title\tURL\tAssignees\tStatus\tMilestone\nFix\thttps://github.com/a/b/issues/1\tana\tTodo\tM1\n'
  const project = await preview(server, ana, 'Roadmap.tsv', github)
  expect(project.format).toBe('github')
  expect(treeOf(project)).toEqual(['Roadmap', '  M1', '    Fix'])
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
  ['quote.csv', () => 'title\n"never closed\n', 'cannot be read', 2],
  ['columns.csv', () => 'a,b\n1,2\n', 'must name the columns', 1],
  ['many.csv', () => `title\n${'a\n'.repeat(10_001)}`, 'at most 10,000 nodes', 10_002],
  ['empty.md', () => '', 'empty', null],
])('rejects %s with its line, and writes nothing', async (name, make, message, line) => {
  const server = await testApp({ env: { CAIRN_MAX_PLAN_NODES: '10000' } })
  const ana = await server.make.user()
  const content = await make()
  const checked = await preview(server, ana, name, content)
  expect(checked.can_import).toBe(false)
  expect(checked.problems[0]?.message).toContain(message)
  expect(checked.problems[0]?.line).toBe(line)
  expect((await uploadAs(server.app, ana, '/imports', { name, content })).statusCode).toBe(400)
  expect((await server.as(ana)('GET', '/plans')).json()).toEqual([])
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
