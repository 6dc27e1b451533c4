import { gzipSync } from 'node:zlib'
import { allEndpoints } from '@cairn/contract/api/all'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { formBody } from './forms.ts'
import { processorMs } from './processor-time.ts'
import { samples, urlOf } from './samples.ts'

const NODE = '{"title":"A node","node_type":"task"}'
const BROKEN: Record<string, string | Buffer> = {
  'half a body': '{"title":"A node"',
  'no JSON at all': 'title=A node',
  'single quotes': "{'title':'A node','node_type':'task'}",
  'a comma at the end': '{"title":"A node","node_type":"task",}',
  'two values': `${NODE}${NODE}`,
  'a comment': `/* a node */ ${NODE}`,
  'a hundred thousand open brackets': '['.repeat(100_000),
  'a hundred thousand nested lists': '['.repeat(100_000) + ']'.repeat(100_000),
  'a hundred thousand nested objects': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a prototype': '{"title":"A node","node_type":"task","__proto__":{"polluted":true}}',
  'a prototype spelled with escapes': '{"title":"A node","node_type":"task","\\u005f_proto__":{"polluted":true}}',
  'a prototype in metadata': '{"title":"A node","node_type":"task","metadata":{"a":{"__proto__":{"polluted":true}}}}',
  "a constructor's prototype": '{"title":"A node","node_type":"task","constructor":{"prototype":{"polluted":true}}}',
  'a raw NUL': '{"title":"A\u0000node","node_type":"task"}',
  'an escaped NUL': '{"title":"A\\u0000node","node_type":"task"}',
  'half of an emoji': '{"title":"A node \\ud83d","node_type":"task"}',
  'bytes that are no UTF-8': Buffer.from([
    ...Buffer.from('{"title":"A '),
    0xff,
    0xfe,
    ...Buffer.from('","node_type":"task"}'),
  ]),
  'not a number': '{"title":"A node","node_type":"task","order_index":NaN}',
  'a number beyond all numbers': '{"title":"A node","node_type":"task","order_index":1e999}',
  'a list': `[${NODE}]`,
  'a text': '"A node"',
  null: 'null',
  nothing: '',
}

it('rejects every kind of broken JSON with one clear sentence, and is not polluted by any', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  for (const [name, body] of Object.entries(BROKEN)) {
    const reply = await as(me)('POST', `/plans/${plan.id}/nodes`, body, { 'content-type': 'application/json' })
    expect(reply.statusCode, name).toBe(400)
    expect(reply.json(), name).toMatchObject({ error: expect.stringMatching(/\w+ \w+/), code: 'invalid_input' })
  }

  expect('polluted' in {}).toBe(false)
  expect((await as(me)('GET', `/plans/${plan.id}/nodes`)).json()).toEqual([])
})

it('accepts unusual JSON: the last of two equal keys, a byte order mark, a charset', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const create = async (body: string, type = 'application/json') =>
    (await as(me)('POST', `/plans/${plan.id}/nodes`, body, { 'content-type': type })).json().title

  expect(await create('{"title":"First","title":"Second","node_type":"task"}')).toBe('Second')
  expect(await create(`\ufeff${NODE}`)).toBe('A node')
  expect(await create(NODE, 'application/json; charset=utf-8')).toBe('A node')
})

it('names the keys that it refuses, and compressed bodies', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const json = { 'content-type': 'application/json' }
  const errorOf = async (body: string | Buffer, headers = {}) => {
    const reply = await as(me)('POST', '/plans', body, { ...json, ...headers })
    return [reply.statusCode, reply.json().error]
  }

  expect(await errorOf('{"title":"A plan","metadata":{"constructor":{"prototype":{"a":1}}}}')).toEqual([
    400,
    'The body must not contain the keys "__proto__" or "constructor.prototype".',
  ])
  expect(await errorOf('{"title":"A plan"')).toEqual([400, 'The body is not valid JSON.'])
  expect(await errorOf(gzipSync('{"title":"A plan"}'), { 'content-encoding': 'gzip' })).toEqual([
    415,
    'Compressed bodies are not supported.',
  ])
})

it('rejects bodies that are no JSON', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const types = ['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'application/octet-stream', 'nonsense']

  for (const type of types) {
    const reply = await as(me)('POST', '/plans', '{"title":"A plan"}', { 'content-type': type })
    expect(reply.statusCode, type).toBe(415)
    expect(reply.json()).toEqual({ error: 'The content type is not supported.', code: 'unsupported_media_type' })
  }
})

it('accepts forms only where files are uploaded', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const { payload, contentType } = await formBody([{ name: 'note.txt' }])

  const reply = await as(me)('POST', '/plans', payload, { 'content-type': contentType })

  expect(reply.statusCode).toBe(415)
})

it('accepts an empty body with the JSON header where the body is optional, and names missing fields where it is not', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const json = { 'content-type': 'application/json' }

  const copied = await as(me)('POST', `/plans/${plan.id}/duplicate`, '', json)
  const deleted = await as(me)('DELETE', `/plans/${plan.id}/nodes/${node.id}`, '', json)
  const restored = await as(me)('POST', `/plans/${plan.id}/nodes/${node.id}/restore`, '', json)
  const created = await as(me)('POST', '/plans', '', json)

  expect([copied, deleted, restored, created].map(({ statusCode }) => statusCode)).toEqual([201, 204, 200, 400])
  expect(created.json()).toEqual({ error: 'The body must be a JSON object.', code: 'invalid_input' })
})

it('reports at most twenty errors of a body, and quickly', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const ones = Array(20_000).fill(1)
  const calls: [string, object][] = [
    [`/plans/${plan.id}/nodes/bulk`, { node_ids: ones, status: 'completed' }],
    [`/plans/${plan.id}/nodes/${node.id}/log`, { content: 'A log', tags: ones }],
    [`/plans/${plan.id}/nodes/${node.id}/log`, { content: 'A log', tags: ones.slice(0, 150) }],
  ]

  for (const [path, body] of calls) {
    const started = processorMs()
    const reply = await as(me)('POST', path, JSON.stringify(body))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().details.length).toBeLessThanOrEqual(20)
    expect(processorMs() - started).toBeLessThan(1_000)
  }
})

it.each(allEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))(
  '$name takes or rejects a body nested a hundred thousand times',
  async ({ name, endpoint }) => {
    const server = await testApp()
    const team = await server.make.team()
    const sample = (await samples[name]?.(server, team)) ?? {}
    const body = '['.repeat(100_000) + ']'.repeat(100_000)

    for (const headers of [{}, { 'idempotency-key': 'deep' }] as Record<string, string>[]) {
      const reply = await server.as(team.owner)(endpoint.method, urlOf(endpoint, sample), body, headers)
      expect(reply.statusCode, reply.body).toBeLessThan(500)
    }
  },
)
