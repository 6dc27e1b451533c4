import { LIMITS } from '@cairn/contract/api/common'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { imported, preview } from '../../../test/importing.ts'

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

test('says that a text is cut which is too long with the name of its author', async () => {
  const server = await testApp()
  const [ana, bo] = [await server.make.user(), await server.make.user({ name: 'Bo Lund' })]
  const plan = await server.make.plan(ana)
  const node = await server.make.node(ana, plan.id)
  await server.make.member(plan.id, bo, 'editor')
  const content = 'x'.repeat(LIMITS.content)
  await server.make.log(ana, plan.id, node.id, { content })
  await server.make.log(bo, plan.id, node.id, { content })
  const { body } = await server.as(ana)('GET', `/plans/${plan.id}/export`)

  const { problems } = await preview(server, ana, 'plan.json', body)
  expect(problems).toMatchObject([
    { line: expect.any(Number), field: 'logs', message: expect.stringContaining('longer than 10,000') },
  ])
  const { logs } = await imported(server, ana, 'plan.json', body)
  expect(logs.map((log) => log.content)).toEqual([content, `Bo Lund: ${content}`.slice(0, LIMITS.content)])
})
