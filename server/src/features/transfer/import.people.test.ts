import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { own, preview } from '../../../test/importing.ts'

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

test('reads the first people of a cell that has thousands', async () => {
  const server = await testApp()
  const ana = await server.make.user({ name: 'Ana Ruiz' })
  const table = (cell: string) => `title,assignees\n${`Pack,${ana.email};${cell}\n`.repeat(100)}`
  const read = async (cell: string) =>
    (await preview(server, ana, 'people.csv', table(cell))).problems.map(({ message }) => message)

  expect(await read(`${'a;'.repeat(10)}b`)).toEqual([
    expect.stringContaining('a has'),
    expect.stringContaining('b has'),
  ])
  // A cell is not read to its end: splitting all of these took five times as long as reading the file.
  expect(await read(`${'a;'.repeat(20_000)}b`)).toEqual(['a has 100 nodes, but is not a member of the new plan'])
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
