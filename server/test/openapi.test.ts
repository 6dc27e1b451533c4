// The document is what clients are generated from: it must be valid and complete, and say what the server does.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEndpoints } from '@cairn/contract/api/all'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import generateTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, it, onTestFinished } from 'vitest'
import { examples } from '../src/http/openapi/examples.ts'
import { testApp } from './factory.ts'
import { urlOf } from './samples.ts'

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name?: string; $ref?: string; in?: string }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }>; headers?: object }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string }[]
  'x-tagGroups': { tags: string[] }[]
  components: {
    schemas: Record<string, { type?: string; properties?: object }>
    responses: Record<string, { content: object; headers: object }>
  }
}

const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

const readDocument = async (): Promise<Document> => (await (await testApp()).app.inject('/api/openapi.json')).json()

const operationsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  )
const operationOf = (document: Document, call: string): Operation => {
  const found = operationsOf(document).find((each) => each.call === call)
  if (!found) throw new Error(`${call} is not described.`)
  return found.operation
}
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

it('passes the recommended rules of a public linter', async () => {
  const source = JSON.stringify(await readDocument())
  // The live channel answers 101 and nothing else, and the two that say how the server is refuse nothing.
  const rules = { 'operation-2xx-response': 'off', 'operation-4xx-response': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })

  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })

  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('generates types that compile', async () => {
  const document = await readDocument()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const types = astToString(await generateTypes(document as unknown as OpenAPI3))
  writeFileSync(join(folder, 'api.ts'), types)
  writeFileSync(
    join(folder, 'client.ts'),
    `import type { components, operations } from './api.ts'
     type Plan = components['schemas']['Plan']
     export const titleOf = (plan: Plan): string => plan.title
     export const newNode: operations['nodesCreate']['requestBody']['content']['application/json'] = { title: 'A', node_type: 'task' }
     export const reply: operations['nodesDelete']['responses'][204]['content'] = undefined
     export const nextTask: operations['claimsClaim']['requestBody'] = { content: { 'application/json': {} } }
     // @ts-expect-error A node needs a title.
     export const wrong: components['schemas']['NewNode'] = { node_type: 'task' }`,
  )

  const flags = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--ignoreConfig', '--types', '']
  const compile = () => execFileSync(process.execPath, [TSC, ...flags, join(folder, 'client.ts')], { encoding: 'utf8' })

  expect(compile()).toBe('')
})

it('describes every endpoint, with a unique name and under a noun', async () => {
  const document = await readDocument()
  const tags = document.tags.map(({ name }) => name)

  expect(document.openapi).toBe('3.1.0')
  for (const { name, endpoint } of allEndpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const described = operationOf(document, `${endpoint.method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
      expect(described.summary, name).toMatch(/^[A-Z].{3,100}$/)
      expect(described.description, name).toContain(endpoint.summary.slice(0, -1))
      expect(described.operationId, name).toMatch(/^[a-z]+[A-Za-z]*$/)
      expect(tags, name).toEqual(expect.arrayContaining(described.tags))
    }
  }
  const ids = operationsOf(document).map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(['plansList', 'nodesSetStatus', 'nodeContextGet', 'liveConnect']))
  expect(document['x-tagGroups'].flatMap((group) => group.tags).sort()).toEqual([...tags].sort())
})

it('gives every error reply the error schema, and a 204 no content', async () => {
  const document = await readDocument()
  const { responses, schemas } = document.components

  expect(Object.keys(schemas.Error?.properties ?? {})).toEqual(['error', 'code', 'details', 'request_id'])
  for (const [name, { content }] of Object.entries(responses))
    expect(content, name).toEqual({ 'application/json': { schema: named('Error') } })
  for (const { call, operation } of operationsOf(document).filter((each) => each.call.includes(' /api/'))) {
    const statuses = Object.entries(operation.responses)
    expect(
      statuses.map(([status]) => status),
      call,
    ).toContain('429')
    for (const [status, response] of statuses) {
      if (Number(status) >= 400) expect(response.$ref, `${call} ${status}`).toMatch(/^#\/components\/responses\/\w+$/)
      if (status === '204') expect(response.content, call).toBeUndefined()
    }
  }
  const statusesOf = (call: string) => Object.keys(operationOf(document, call).responses)
  expect(statusesOf('GET /api/plans')).toEqual(['200', '304', '400', '401', '403', '429', '503'])
  expect(statusesOf('GET /api/auth/token')).toContain('400')
  expect(statusesOf('DELETE /api/plans/{planId}')).toEqual(expect.arrayContaining(['204', '401', '403', '404', '409']))
  expect(statusesOf('POST /api/plans/{planId}/collaborators')).toEqual(expect.arrayContaining(['200', '201', '400']))
  expect(statusesOf('POST /api/auth/login')).toEqual(expect.arrayContaining(['200', '400', '401']))
})

it('describes who may call', async () => {
  const document = await readDocument()
  const securityOf = (call: string) => operationOf(document, call).security
  const anyone = (scope: string) => [{ session: [] }, { apiToken: [scope] }, { apiKey: [scope] }]

  expect(securityOf('POST /api/auth/login')).toEqual([])
  expect(securityOf('GET /api/config')).toEqual([])
  expect(securityOf('POST /api/auth/token')).toEqual([{ session: [] }])
  expect(securityOf('GET /api/auth/sessions')).toEqual([{ session: [] }])
  expect(securityOf('GET /api/plans')).toEqual(anyone('read'))
  expect(securityOf('POST /api/plans/{planId}/nodes')).toEqual(anyone('write'))
  expect(securityOf('DELETE /api/plans/{planId}')).toEqual(anyone('admin'))
  expect(securityOf('GET /api/plans/{planId}/nodes/{nodeId}/artifacts/{artifactId}/content')).toEqual([
    ...anyone('read'),
    { signature: [] },
  ])
})

it('names the headers of requests and replies', async () => {
  const document = await readDocument()
  const requestHeaders = (call: string) =>
    operationOf(document, call).parameters.flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)] : []))

  expect(requestHeaders('POST /api/plans/{planId}/nodes')).toEqual(['IdempotencyKey', 'RunId'])
  expect(requestHeaders('PUT /api/plans/{planId}')).toEqual(['RunId', 'IfMatch'])
  expect(requestHeaders('GET /api/plans/{planId}/nodes')).toEqual(['IfNoneMatch'])
  expect(requestHeaders('POST /api/auth/login')).toEqual([])

  const replyHeaders = (call: string, status: string) => operationOf(document, call).responses[status]?.headers
  expect(replyHeaders('GET /api/plans', '200')).toMatchObject({
    Link: header('Link'),
    'X-Total-Count': header('X-Total-Count'),
    'X-Request-Id': header('X-Request-Id'),
    'RateLimit-Limit': header('RateLimit-Limit'),
    'RateLimit-Remaining': header('RateLimit-Remaining'),
    'RateLimit-Reset': header('RateLimit-Reset'),
  })
  expect(replyHeaders('GET /api/plans/{planId}/nodes', '200')).toMatchObject({ ETag: header('ETag') })
  expect(operationOf(document, 'GET /api/plans/{planId}/nodes').responses['304']?.content).toBeUndefined()
  expect(document.components.responses.Unauthorized?.headers).toMatchObject({
    'WWW-Authenticate': header('WWW-Authenticate'),
  })
  expect(document.components.responses.TooManyRequests?.headers).toMatchObject({ 'Retry-After': header('Retry-After') })
})

it('describes forms, files, events and the shapes of the node list', async () => {
  const document = await readDocument()
  const upload = operationOf(document, 'POST /api/plans/{planId}/nodes/{nodeId}/artifacts').requestBody?.content
  expect(upload).toMatchObject({
    'multipart/form-data': { schema: { properties: { file: { format: 'binary' } }, required: ['file'] } },
    'application/json': { schema: named('NewLink') },
  })
  expect(operationOf(document, 'POST /api/upload/avatar').requestBody?.content).toEqual({
    'multipart/form-data': { schema: expect.objectContaining({ required: ['avatar'] }) },
  })

  const made = operationOf(document, 'POST /api/ai/plans').responses['200']?.content ?? {}
  expect(Object.keys(made)).toEqual(['text/event-stream'])
  expect(JSON.stringify(made)).toContain('"const":"done"')

  const list = operationOf(document, 'GET /api/plans/{planId}/nodes').responses['200']?.content
  const items = ['PlanNode', 'OutlineNode', 'PlanTreeNode', 'OutlineTreeNode', 'TrashedNode'].map(named)
  expect(list?.['application/json']?.schema).toEqual({
    anyOf: expect.arrayContaining(items.map((item) => ({ type: 'array', items: item }))),
  })
  const fieldsOf = (name: string) => Object.keys(document.components.schemas[name]?.properties ?? {})
  expect(fieldsOf('OutlineNode')).not.toContain('agent_instructions')
  expect(fieldsOf('OutlineTreeNode')).toContain('children')
  const { data } = (document.components.schemas.ActivityItem?.properties ?? {}) as { data?: { properties: object } }
  expect(Object.keys(data?.properties ?? {})).toEqual(['before', 'after', 'changed'])
})

it('describes the health endpoints as they reply', async () => {
  const document = await readDocument()
  const { app } = await testApp()

  for (const path of ['/healthz', '/readyz']) {
    const { security, responses } = operationOf(document, `GET ${path}`)
    expect(security).toEqual([])
    const { statusCode, body } = await app.inject(path)
    const described = JSON.stringify(responses[statusCode]?.content?.['application/json']?.schema)
    expect(described).toContain(`"const":"${JSON.parse(body).status}"`)
  }
  expect(Object.keys(operationOf(document, 'GET /readyz').responses)).toEqual(['200', '503'])
})

it('names every code of an error body', async () => {
  const { info } = await (await testApp()).app.inject('/api/openapi.json').then((reply) => reply.json())

  for (const code of ['uploads_full', 'plan_full', 'version_conflict', 'rate_limited', 'plan_not_found'])
    expect(info.description).toContain(`| \`${code}\` |`)
})

it('describes the messages of the live channel', async () => {
  const { LiveClientMessage, LiveServerMessage, PlanEvent } = (await readDocument()).components.schemas

  for (const type of ['subscribe', 'unsubscribe', 'presence'])
    expect(JSON.stringify(LiveClientMessage)).toContain(`"const":"${type}"`)
  for (const type of ['hello', 'subscribed', 'event', 'reload', 'presence', 'error'])
    expect(JSON.stringify(LiveServerMessage)).toContain(`"const":"${type}"`)
  expect(JSON.stringify(LiveServerMessage)).toContain('#/components/schemas/PlanEvent')
  expect(JSON.stringify(PlanEvent)).toContain('"node.status_changed"')
})

const documented = allEndpoints.filter(({ name }) => examples[name])

it('has examples only of existing calls', () => {
  expect(documented).toHaveLength(Object.keys(examples).length)
})

it.each(documented)('has a valid example of $name', async ({ name, endpoint }) => {
  const { app, as } = await testApp()
  const { session } = (await as(null)('POST', '/auth/register', examples['auth.register']?.body)).json()
  const call = as(session.access_token)
  const made = async (path: string, example: string) => (await call('POST', path, examples[example]?.body)).json().id
  const params: Record<string, string> = {}
  if (endpoint.path.includes(':planId')) params.planId = await made('/plans', 'plans.create')
  if (endpoint.path.includes(':nodeId')) params.nodeId = await made(`/plans/${params.planId}/nodes`, 'nodes.create')
  if (endpoint.path.includes(':artifactId'))
    params.artifactId = await made(`/plans/${params.planId}/nodes/${params.nodeId}/artifacts`, 'artifacts.create')
  if (endpoint.path.includes(':logId'))
    params.logId = await made(`/plans/${params.planId}/nodes/${params.nodeId}/log`, 'logs.add')
  if (endpoint.path.includes(':edgeId')) {
    const source_id = await made(`/plans/${params.planId}/nodes`, 'nodes.create')
    const target_id = await made(`/plans/${params.planId}/nodes`, 'nodes.create')
    const edge = await call('POST', `/plans/${params.planId}/edges`, { source_id, target_id, kind: 'sequence' })
    params.edgeId = edge.json().id
  }
  if (endpoint.path.includes(':claimId')) {
    await made(`/plans/${params.planId}/nodes`, 'nodes.create')
    const reply = await call('POST', `/plans/${params.planId}/claims`, examples['claims.claim']?.body)
    params.claimId = reply.json().claim.id
  }
  if (endpoint.path.includes(':webhookId'))
    params.webhookId = await made(`/plans/${params.planId}/webhooks`, 'webhooks.create')
  if (endpoint.path.includes(':tokenId')) params.tokenId = await made('/auth/token', 'tokens.create')
  if (endpoint.path.includes(':userId'))
    params.userId = await made(`/plans/${params.planId}/collaborators`, 'collaborators.add')
  const { body, query } = examples[name] ?? {}

  const target = name === 'auth.register' ? await testApp() : { app, as }
  const reply = await target.as(session.access_token)(endpoint.method, urlOf(endpoint, { params, query }), body)

  expect([200, 201, 204], reply.body).toContain(reply.statusCode)
})
