// Node lists are sent from cached bytes and pass no schema: here every shape of them does, in each state of the cache.
import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { formBody } from './forms.ts'

const shapes = { '': nodesApi.list.reply, ...nodesApi.list.variants }

it.each(Object.entries(shapes))('sends cached nodes in the shape of the contract, with ?%s', async (query, schema) => {
  const { as, make } = await testApp()
  const me = await make.user()
  const call = as(me)
  const plan = await make.plan(me)
  const path = `/plans/${plan.id}/nodes`
  const titles = new Set<string>()
  const check = async (moment: string) => {
    const reply = await call('GET', query ? `${path}?${query}` : path)
    const sent = reply.json()
    expect(schema.parse(sent), moment).toEqual(sent)
    const context = (await call('GET', `/plans/${plan.id}/context`)).json()
    expect(plansApi.context.reply.parse(context), moment).toEqual(context)
    for (const [, title] of reply.body.matchAll(/"title":"(\w+)"/g)) titles.add(title ?? '')
  }

  await check('an empty plan')
  const phase = await make.node(me, plan.id, { title: 'Phase', node_type: 'phase', description: 'x'.repeat(500) })
  const task = await make.node(me, plan.id, {
    title: 'Task',
    parent_id: phase.id,
    due_date: '2028-02-29',
    acceptance_criteria: '- [x] Done',
    context: 'Why',
    agent_instructions: 'How',
    metadata: { estimate: { hours: 3 }, tags: ['a'] },
  })
  await check('read from rows')
  await call('PUT', `${path}/${task.id}`, { title: 'Renamed', description: 'Short', metadata: { hours: 4 } })
  await call('PUT', `${path}/${task.id}/status`, { status: 'completed' })
  await call('POST', `${path}/${task.id}/assign`, { user_id: me.id })
  await make.log(me, plan.id, task.id, { log_type: 'comment' })
  const { payload, contentType } = await formBody([{ name: 'note.txt' }])
  await call('POST', `${path}/${task.id}/artifacts`, payload, { 'content-type': contentType })
  await check('following the log')
  await call('POST', `${path}/${phase.id}/duplicate`)
  await make.node(me, plan.id, { title: 'Root', node_type: 'root' })
  await call('POST', `${path}/${task.id}/move`, { order_index: 0 })
  await check('moved and copied')
  await call('DELETE', `${path}/${phase.id}`)
  await check('deleted')
  await call('POST', `${path}/${phase.id}/restore`)
  await check('restored')

  const seen = query.includes('trash') ? ['Phase'] : ['Phase', 'Task', 'Renamed', 'Root']
  expect([...titles]).toEqual(expect.arrayContaining(seen))
})
