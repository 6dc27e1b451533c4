import type { ImportPreview } from '@cairn/contract/api/transfer'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { imported, preview } from '../../../test/importing.ts'

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
      card('16', id('99'), 1, { name: 'Rope' }),
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
    'The card is in a list that the file does not have',
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
      {
        ID: 'TRI-2',
        ...of,
        Title: 'Test',
        Status: 'Shipped',
        'Parent issue': 'TRI-1',
        'Related to': 'TRI-3',
        Completed: at('Wed Jul 01'),
      },
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
      ...(columns === LINEAR_TODAY ? [[1, 'A plan has no place for the column "related to"']] : []),
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

test.each([0, 1])('reads the levels of a table from %i and reports those that are none', async (top) => {
  const server = await testApp()
  const ana = await server.make.user()
  const levels = [top, top + 1, top + 3, 'two', top]
  const table = `title,level\n${levels.map((level, i) => `Node ${i},${level}`).join('\n')}\n`
  const shown = await preview(server, ana, 'Levels.csv', table)
  expect(treeOf(shown)).toEqual(['Levels', '  Node 0', '    Node 1', '      Node 2', '  Node 3', '  Node 4'])
  expect(shown.problems).toMatchObject([
    { line: 4, field: 'level', instead: 'It is one below' },
    { line: 5, field: 'level', instead: 'The node is at the top' },
  ])
})
