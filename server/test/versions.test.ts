// Every write to a row with a version may say which version it means.
import { allEndpoints } from '@cairn/contract/api/all'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { type Call, type TestApp, type TestUser, testApp } from './factory.ts'

type Method = 'PUT' | 'POST' | 'DELETE'
interface Write {
  method: Method
  path: string
  body?: Record<string, unknown>
  /** Where the current row is read. */
  row: (call: Call) => Promise<{ version: number }>
}

const get = (path: string) => async (call: Call) => (await call('GET', path)).json()
const fromList = (path: string, id: string) => async (call: Call) =>
  (await call('GET', path)).json().find((row: { id: string }) => row.id === id)

/** Every such write, each on rows of its own, that have all been changed once. */
async function writes({ as, make }: TestApp, owner: TestUser): Promise<Record<string, Write>> {
  const call = as(owner)
  const plan = await make.plan(owner)
  const planPath = `/plans/${plan.id}`
  const newNode = async () => {
    const { id } = await make.node(owner, plan.id)
    await call('PUT', `${planPath}/nodes/${id}`, { title: 'Changed' })
    return `${planPath}/nodes/${id}`
  }
  const newPlan = async () => {
    const { id } = await make.plan(owner)
    await call('PUT', `/plans/${id}`, { title: 'Changed' })
    return `/plans/${id}`
  }
  const onNode = async (method: Method, below: string, body?: Record<string, unknown>): Promise<Write> => {
    const path = await newNode()
    return { method, path: `${path}${below}`, body, row: get(path) }
  }
  const onPlan = async (method: Method, body?: Record<string, unknown>): Promise<Write> => {
    const path = await newPlan()
    return { method, path, body, row: get(path) }
  }
  const newEdge = async (method: Method, body?: Record<string, unknown>): Promise<Write> => {
    const [a, b] = [await make.node(owner, plan.id), await make.node(owner, plan.id)]
    const { id } = await make.edge(owner, plan.id, a.id, b.id)
    await call('PUT', `${planPath}/edges/${id}`, { kind: 'sequence' })
    return { method, path: `${planPath}/edges/${id}`, body, row: fromList(`${planPath}/edges`, id) }
  }
  const newLink = async (method: Method, body?: Record<string, unknown>): Promise<Write> => {
    const node = await newNode()
    const link = { name: 'Docs', content_type: 'text/html', url: 'https://example.test/' }
    const { id } = (await call('POST', `${node}/artifacts`, link)).json()
    await call('PUT', `${node}/artifacts/${id}`, { name: 'Renamed' })
    // The signature of a download address follows the clock; a link has none.
    return { method, path: `${node}/artifacts/${id}`, body, row: get(`${node}/artifacts/${id}`) }
  }
  const newLog = async (method: Method, body?: Record<string, unknown>): Promise<Write> => {
    const node = await newNode()
    const { id } = (await call('POST', `${node}/log`, { content: 'Said' })).json()
    await call('PUT', `${node}/logs/${id}`, { content: 'Said better' })
    return { method, path: `${node}/logs/${id}`, body, row: fromList(`${node}/logs`, id) }
  }
  const newShare = async (method: Method, email: string, body?: Record<string, unknown>): Promise<Write> => {
    const path = `${planPath}/collaborators`
    const shared = (await call('POST', path, { email })).json()
    const address = shared.user_id ?? shared.id
    await call('PUT', `${path}/${address}`, { role: 'commenter' })
    const row = async () =>
      (await call('GET', path)).json().collaborators.find(({ id }: { id: string }) => id === shared.id)
    return method === 'POST'
      ? { method, path, body: { email, ...body }, row }
      : { method, path: `${path}/${address}`, body, row }
  }
  const someone = async () => (await make.user()).email

  return {
    'plan PUT': await onPlan('PUT', { title: 'Again' }),
    'plan DELETE': await onPlan('DELETE'),
    'node PUT': await onNode('PUT', '', { title: 'Again' }),
    'node status': await onNode('PUT', '/status', { status: 'in_progress' }),
    'node move': await onNode('POST', '/move', { order_index: 0 }),
    'node DELETE': await onNode('DELETE', ''),
    'edge PUT': await newEdge('PUT', { kind: 'reference' }),
    'edge DELETE': await newEdge('DELETE'),
    'artifact PUT': await newLink('PUT', { name: 'Again' }),
    'artifact DELETE': await newLink('DELETE'),
    'log PUT': await newLog('PUT', { content: 'Again' }),
    'log DELETE': await newLog('DELETE'),
    'collaborator PUT': await newShare('PUT', await someone(), { role: 'editor' }),
    'collaborator POST': await newShare('POST', await someone(), { role: 'editor' }),
    'collaborator DELETE': await newShare('DELETE', await someone()),
    'invitation PUT': await newShare('PUT', 'one@elsewhere.test', { role: 'editor' }),
    'invitation DELETE': await newShare('DELETE', 'two@elsewhere.test'),
  }
}

it('rejects a write for another version with the current row, and accepts one for this version', async () => {
  const server = await testApp()
  const owner = await server.make.user()
  const call = server.as(owner)

  for (const [name, { method, path, body, row }] of Object.entries(await writes(server, owner))) {
    const current = await row(call)
    expect(current.version, name).toBe(2)
    const refused = [
      await call(method, path, { ...body, expected_version: 1 }),
      await call(method, path, { ...body, expected_version: 3 }),
      await call(method, path, body, { 'if-match': '"1"' }),
      await call(method, path, body, { 'if-match': 'W/"1"' }),
    ]
    for (const reply of refused) {
      expect(reply.statusCode, `${name}: ${reply.body}`).toBe(409)
      const { code, details } = reply.json()
      expect(code, name).toBe('version_conflict')
      // The link to send an invitation by hand is for the list of collaborators.
      expect({ ...current, ...details }, name).toEqual(current)
      expect(details.version, name).toBe(2)
    }
    expect((await call(method, path, body, { 'if-match': '"two"' })).json().details, name).toMatchObject([
      { path: 'If-Match' },
    ])
    expect((await call(method, path, { ...body, expected_version: 1 }, { 'if-match': '"2"' })).statusCode).toBe(400)
    expect(await row(call), name).toEqual(current)

    const reply = await call(method, path, body, { 'if-match': '"2"' })
    expect(reply.statusCode, `${name}: ${reply.body}`).toBeLessThan(300)
    if (method !== 'DELETE') expect(reply.json().version, name).toBe(3)
  }
})

it('lets one of two agents claim a node; the other gets the current row', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node: PlanNode = await make.node(me, plan.id)
  const agents = await Promise.all([make.apiToken(me, 'write'), make.apiToken(me, 'write')])
  const take = { status: 'in_progress', expected_version: node.version }

  const replies = await Promise.all(
    agents.map((agent) => as(agent)('PUT', `/plans/${plan.id}/nodes/${node.id}/status`, take)),
  )

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const lost = replies.find(({ statusCode }) => statusCode === 409)?.json()
  expect(lost).toMatchObject({ code: 'version_conflict', details: { id: node.id, status: 'in_progress', version: 2 } })
})

it('restores only the expected version from the trash', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const [nodePath, planPath] = [`/plans/${plan.id}/nodes/${node.id}`, `/plans/${plan.id}`]
  await as(me)('DELETE', nodePath)

  expect((await as(me)('POST', `${nodePath}/restore`, { expected_version: 7 })).statusCode).toBe(409)
  expect((await as(me)('POST', `${nodePath}/restore`, undefined, { 'if-match': '"1"' })).statusCode).toBe(200)
  await as(me)('DELETE', planPath)
  expect((await as(me)('POST', `${planPath}/restore`, { expected_version: 7 })).statusCode).toBe(409)
  expect((await as(me)('POST', `${planPath}/restore`, { expected_version: 1 })).statusCode).toBe(200)
})

it('reveals nothing to users without access through a version', async () => {
  const { as, make } = await testApp()
  const plan = await make.plan(await make.user())

  const reply = await as(await make.user())('DELETE', `/plans/${plan.id}`, undefined, { 'if-match': 'nonsense' })

  expect(reply.statusCode).toBe(404)
})

it('checks the versions of a bulk change, and names each conflicting node by its index and id', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const nodes = [await make.node(me, plan.id), await make.node(me, plan.id), await make.node(me, plan.id)]
  const [first, second, third] = nodes.map(({ id }) => id) as [string, string, string]
  await as(me)('PUT', `/plans/${plan.id}/nodes/${second}/status`, { status: 'blocked' })
  const bulk = async (body: Record<string, unknown>) => {
    const reply = await as(me)('POST', `/plans/${plan.id}/nodes/bulk`, body)
    return { status: reply.statusCode, ...reply.json() }
  }
  const node_ids = [first, second, third]
  const unknown = crypto.randomUUID()
  const rows = async () => (await as(me)('GET', `/plans/${plan.id}/nodes`)).json()
  const before = await rows()

  for (const change of [{ status: 'completed' }, { delete: true }, { parent_id: null }])
    expect(await bulk({ node_ids, ...change, expected_versions: { [first]: 1, [second]: 1 } })).toMatchObject({
      status: 409,
      code: 'version_conflict',
      details: [{ path: 'node_ids.1', index: 1, id: second, current: { id: second, status: 'blocked', version: 2 } }],
    })
  expect(await bulk({ node_ids: [first, unknown], status: 'completed' })).toMatchObject({
    status: 404,
    code: 'node_not_found',
    details: [{ path: 'node_ids.1', index: 1, id: unknown, message: 'Node not found' }],
  })
  expect(await bulk({ node_ids: [first, second], parent_id: second })).toMatchObject({
    status: 409,
    code: 'cycle',
    details: [{ path: 'node_ids.1', index: 1, id: second }],
  })
  expect(await bulk({ node_ids: [first, third], restore: true })).toMatchObject({
    status: 404,
    details: [
      { index: 0, id: first },
      { index: 1, id: third },
    ],
  })
  expect(await bulk({ node_ids: [first], status: 'blocked', expected_versions: { [third]: 1 } })).toMatchObject({
    status: 400,
    details: [{ path: `expected_versions.${third}` }],
  })
  expect(await rows()).toEqual(before)
  const taken = await as(me)('POST', `/plans/${plan.id}/nodes/bulk`, {
    node_ids,
    status: 'completed',
    expected_versions: { [first]: 1, [second]: 2 },
  })
  expect(taken.json().map(({ version }: PlanNode) => version)).toEqual([2, 3, 2])
})

it('ignores a version in no write: it is checked or refused', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const call = as(me)

  for (const { name, endpoint } of allEndpoints) {
    const { method, path, versioned, trashed } = endpoint
    // Access comes first: the plan is not in the trash, and its owner cannot leave it.
    if (method === 'GET' || trashed || name === 'plans.leave') continue
    const url = path.replace(':planId', plan.id).replace(/:\w+/g, plan.id)
    const fieldOf = async (...given: [body?: Record<string, unknown>, headers?: Record<string, string>]) => {
      const reply = await call(method, url, ...given)
      return [reply.statusCode, reply.json().details?.[0]?.path]
    }
    expect(await fieldOf(undefined, { 'if-match': 'junk' }), name).toEqual([400, 'If-Match'])
    if (versioned) continue
    expect(await fieldOf(undefined, { 'if-match': '"1"' }), name).toEqual([400, 'If-Match'])
    expect(await fieldOf({ expected_version: 1 }), name).toEqual([400, 'expected_version'])
  }
})

it('duplicates only the expected version', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const path = `/plans/${plan.id}/nodes/${node.id}/duplicate`

  expect((await as(me)('POST', path, { expected_version: 2 })).json().code).toBe('version_conflict')
  expect((await as(me)('POST', path, undefined, { 'if-match': '"1"' })).statusCode).toBe(201)
})
