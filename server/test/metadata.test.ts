// Free JSON has one limit of nesting at every edge, so whatever is stored can be undone, exported and imported.
import { expect, it } from 'vitest'
import { type TestApp, testApp } from './factory.ts'
import { uploadAs } from './forms.ts'

const someone = async ({ make }: TestApp) => {
  const me = await make.user()
  const plan = await make.plan(me)
  return { me, plan, node: await make.node(me, plan.id) }
}

const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: nested(levels - 1) })

it('accepts metadata nested up to 40 levels, which can be undone, exported and imported', async () => {
  const server = await testApp()
  const { me, plan, node } = await someone(server)
  const call = server.as(me)
  const saved = await call('PUT', `/plans/${plan.id}/nodes/${node.id}`, { metadata: nested(40) })
  expect(saved.statusCode).toBe(200)

  const { body: content } = await call('GET', `/plans/${plan.id}/export`)
  const copy = await uploadAs(server.app, me, '/imports', { name: 'plan.json', content })
  const nodes = (await call('GET', `/plans/${copy.json().id}/nodes`)).json()
  expect(nodes.map(({ metadata: { a } }: { metadata: { a: unknown } }) => a)).toContainEqual(nested(39))

  const undone = await call('POST', `/plans/${plan.id}/undo`, { changes: [Number(saved.headers['x-change'])] })
  expect(undone.statusCode).toBe(200)
})

it.each([41, 1_500, 4_000])('refuses metadata nested in %i levels everywhere', async (levels) => {
  const server = await testApp()
  const { me, plan, node } = await someone(server)
  const call = server.as(me)
  const base = `/plans/${plan.id}/nodes`
  const entry = await server.make.log(me, plan.id, node.id)
  const lists = '['.repeat(levels - 1) + ']'.repeat(levels - 1)
  const send = async (method: 'POST' | 'PUT', path: string, rest: object) => {
    const fields = JSON.stringify(rest).slice(0, -1)
    const reply = await call(method, path, `${fields},"metadata":{"a":${lists}}}`)
    return [reply.statusCode, reply.json().details]
  }

  const refused = [400, [{ path: 'metadata', message: 'Metadata must be nested at most 40 levels deep' }]]
  expect(await send('POST', base, { title: 'A', node_type: 'task' })).toEqual(refused)
  expect(await send('PUT', `${base}/${node.id}`, { title: 'A' })).toEqual(refused)
  expect(await send('POST', `${base}/${node.id}/log`, { content: 'A', log_type: 'comment' })).toEqual(refused)
  expect(await send('PUT', `${base}/${node.id}/logs/${entry.id}`, { content: 'A', log_type: 'comment' })).toEqual(
    refused,
  )
  const link = { name: 'A', url: 'https://example.com', content_type: 'text/html' }
  expect(await send('POST', `${base}/${node.id}/artifacts`, link)).toEqual(refused)

  const tree = await call(
    'POST',
    `${base}/tree`,
    `{"nodes":[{"title":"A","node_type":"task","metadata":{"a":${lists}}}]}`,
  )
  expect([tree.statusCode, tree.json().details[0].path]).toEqual([400, 'nodes.0.metadata'])
})

it('imports a plan with metadata nested too deep without it', async () => {
  const server = await testApp()
  const { me } = await someone(server)
  const lists = '['.repeat(40) + ']'.repeat(40)
  const content = `{"format":"cairn.plan","version":1,"nodes":[{"id":"a","title":"A","metadata":{"a":${lists}}}]}`
  const { problems } = (await uploadAs(server.app, me, '/imports/preview', { name: 'plan.json', content })).json()
  expect(problems).toMatchObject([{ field: 'metadata', message: 'Metadata must be nested at most 40 levels deep' }])
})
