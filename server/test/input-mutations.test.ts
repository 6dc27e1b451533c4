import { allEndpoints } from '@cairn/contract/api/all'
import type { Endpoint } from '@cairn/contract/api/common'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PASSWORD, testApp } from './factory.ts'
import { samples, urlOf } from './samples.ts'

const CALLS = 600
const SEED = 20_261_121

/** Valid bodies of the calls that need no sign-in. */
const PUBLIC_BODIES: Record<string, Record<string, unknown>> = {
  'auth.register': { email: 'mutant@example.test', password: PASSWORD, name: 'Ana Ruiz', organization: 'Cairn' },
  'auth.login': { email: 'mutant@example.test', password: PASSWORD, remember: true },
  'auth.twoFactor': { challenge: 'a challenge', code: '123456' },
  'auth.forgotPassword': { email: 'mutant@example.test' },
  'auth.resendVerification': { email: 'mutant@example.test' },
  'auth.resetPassword': { token: 'a token', password: PASSWORD },
  'auth.checkReset': { token: 'a token' },
  'auth.verifyEmail': { token: 'a token' },
}
/** They would end the session, or trash the plan, that the other calls are made with. */
const LEFT_OUT = new Set(['users.deleteProfile', 'users.changePassword', 'plans.restore'])

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', ' ', '0', [], {}, [[]]),
  fc.constantFrom<unknown>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202eabc',
    '😀'.repeat(200),
    '%00',
    '../..',
  ),
  fc.constantFrom<unknown>("'; drop table plans; --", '{{7*7}}', '<script>alert(1)</script>', '=1+1', '__proto__'),
  fc.constantFrom<unknown>(
    'a'.repeat(20_000),
    'a'.repeat(300),
    Array(5_000).fill('a'),
    Array(600).fill(1),
    deep(2_000),
  ),
  fc.constantFrom<unknown>('2026-02-30', '-000001-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000', 'NaN'),
  fc.jsonValue({ maxDepth: 3 }),
)
/** Replaces, drops or adds a field, or puts something else in the place of the whole body. */
const mutations = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('replace' as const), field: fc.nat(), value: odd }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), field: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), name: fc.string(), value: odd }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('become' as const), value: odd }) },
)
type Mutation = typeof mutations extends fc.Arbitrary<infer M> ? M : never

function mutate(body: Record<string, unknown>, mutation: Mutation): string {
  if (mutation.do === 'become') return JSON.stringify(mutation.value)
  if (mutation.do === 'add') return JSON.stringify({ ...body, [mutation.name]: mutation.value })
  const fields = Object.keys(body)
  const field = String(fields[mutation.field % fields.length])
  const { [field]: _, ...rest } = body
  return JSON.stringify(mutation.do === 'drop' ? rest : { ...rest, [field]: mutation.value })
}

it(`answers ${CALLS} mutated bodies without an error of its own, and stays healthy and unpolluted`, async () => {
  const server = await testApp()
  const { app, as, make } = server
  const team = await make.team()
  const targets: { endpoint: Endpoint; url: string; body: Record<string, unknown> }[] = []
  for (const { name, endpoint } of allEndpoints.filter((row) => row.endpoint.body && !LEFT_OUT.has(row.name))) {
    const { body, ...sample } = PUBLIC_BODIES[name]
      ? { body: PUBLIC_BODIES[name] }
      : ((await samples[name]?.(server, team)) ?? {})
    if (body && typeof body === 'object' && !Buffer.isBuffer(body))
      targets.push({ endpoint, url: urlOf(endpoint, sample), body })
  }
  expect(targets.length).toBeGreaterThan(20)

  const seen = new Set<number>()
  for (const [i, mutation] of fc.sample(mutations, { numRuns: CALLS, seed: SEED }).entries()) {
    const target = targets[i % targets.length] as (typeof targets)[number]
    const body = mutate(target.body, mutation)
    const reply = await as(team.owner)(target.endpoint.method, target.url, body)
    const told = `${target.endpoint.method} ${target.endpoint.path} with ${body.slice(0, 300)}: ${reply.body.slice(0, 300)}`
    expect(reply.statusCode, told).toBeLessThan(500)
    if (reply.statusCode >= 400) expect(reply.json(), told).toMatchObject({ error: expect.any(String) })
    seen.add(reply.statusCode)
  }

  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400]))
  for (const path of ['/healthz', '/readyz']) expect((await app.inject(path)).statusCode).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect((await as(team.owner)('GET', `/plans/${team.plan.id}/nodes`)).statusCode).toBe(200)
})
