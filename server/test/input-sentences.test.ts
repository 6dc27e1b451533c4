// Errors are read by people: never the words of the validator, whatever is sent.
import { allEndpoints } from '@cairn/contract/api/all'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '../src/http/validation-messages.ts'
import { type TestApp, testApp } from './factory.ts'

const RAW =
  /^must |^is |invalid input|expected \w+,|received|too (big|small)|invalid (uuid|option|iso|string|url|email address)|nonoptional|NaN/i
const WRONG = [
  undefined,
  null,
  7,
  -1,
  1.5,
  1e300,
  true,
  '',
  ' ',
  'wrong',
  'x'.repeat(60_000),
  [],
  [null],
  ['wrong'],
  {},
  { a: 1 },
]

const shapes = allEndpoints.flatMap(({ name, endpoint: { body, query } }) => [
  ...(body ? [{ name: `the body of ${name}`, schema: body }] : []),
  ...(query ? [{ name: `the query of ${name}`, schema: query }] : []),
])

it.each(shapes)('describes an error in $name in plain sentences', ({ schema }) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  const everyField = WRONG.map((value) => Object.fromEntries(Object.keys(properties).map((field) => [field, value])))

  for (const data of [...WRONG, ...everyField]) {
    const { error } = schema.safeParse(data, { error: sentenceOf })
    for (const { message, code } of error?.issues ?? [])
      if (code !== 'unrecognized_keys') expect(message, JSON.stringify(data)?.slice(0, 80)).not.toMatch(RAW)
  }
})

const someone = async ({ make }: TestApp) => {
  const me = await make.user()
  const plan = await make.plan(me)
  return { me, plan, node: await make.node(me, plan.id) }
}

it.each([
  ['/auth/login', {}, 'email', 'Please enter both email and password'],
  ['/auth/login', { email: 'ana@example.com' }, 'password', 'Please enter both email and password'],
  ['/auth/login', { email: 'ana@example.com', password: '' }, 'password', 'Please enter both email and password'],
  ['/auth/login', { email: '', password: 'x' }, 'email', 'Please enter both email and password'],
  [
    '/auth/login',
    { email: 'ana@example.com', password: 'x', remember: 'yes' },
    'remember',
    'remember must be true or false',
  ],
  ['/auth/forgot-password', {}, 'email', 'Please enter your email address'],
  ['/auth/forgot-password', { email: ' ' }, 'email', 'Please enter your email address'],
  ['/auth/forgot-password', { email: 'ana' }, 'email', 'Please enter a valid email address'],
  ['/auth/resend-verification', { email: 'ana' }, 'email', 'Please enter a valid email address'],
  [
    '/auth/reset-password',
    { password: 'Orchard-Bridge-42' },
    'token',
    'Invalid or missing reset token. Please request a new password reset.',
  ],
  ['/auth/register', { password: 'Orchard-Bridge-42', name: 'Ana' }, 'email', 'Email is required'],
  ['/auth/register', { email: 'ana', password: 'Orchard-Bridge-42', name: 'Ana' }, 'email', 'Invalid email format'],
])('answers %s %j with the sentence of the form', async (path, body, field, message) => {
  const { as } = await testApp()

  const reply = await as(null)('POST', path, body)

  expect([reply.statusCode, reply.json().error]).toEqual([400, message])
  expect(reply.json().details).toContainEqual({ path: field, message })
})

it('answers sharing with a wrong address with the sentence of the dialog', async () => {
  const server = await testApp()
  const { me, plan } = await someone(server)
  const share = async (body: object) =>
    (await server.as(me)('POST', `/plans/${plan.id}/collaborators`, { ...body })).json().error

  expect(await share({})).toBe('Please enter an email address')
  expect(await share({ email: '' })).toBe('Please enter an email address')
  expect(await share({ email: 'ben' })).toBe('Please enter a valid email address')
})

const NO_DATES = [
  '2026-01-31garbage',
  '0000-01-01',
  '0026-12-01',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-01-31T99:99',
  '2026-01-31T10:00:00garbage',
  '2026-1-1',
  '20260131',
  ' 2026-01-31',
  'tomorrow',
  7,
  true,
]

it('accepts only valid dates, and times whose day does not change', async () => {
  const server = await testApp()
  const { me, plan, node } = await someone(server)
  const path = `/plans/${plan.id}/nodes`

  for (const due_date of NO_DATES) {
    const created = await server.as(me)('POST', path, { title: 'A', node_type: 'task', due_date })
    const changed = await server.as(me)('PUT', `${path}/${node.id}`, { due_date })
    for (const reply of [created, changed]) {
      expect([due_date, reply.statusCode]).toEqual([due_date, 400])
      expect(reply.json().details).toEqual([{ path: 'due_date', message: 'Due date must be a date like 2026-01-31' }])
    }
  }
  for (const due_date of ['2028-02-29', '2028-02-29T10:00:00Z', '2028-02-29T10:00:00.123+02:00'])
    expect((await server.as(me)('PUT', `${path}/${node.id}`, { due_date })).json().due_date).toBe('2028-02-29')
})

it.each([
  '2099-02-30T10:00:00Z',
  '0000-01-01T00:00:00Z',
  '2099-01-01T99:99:00Z',
  '2099-01-01',
  '9999-12-31T23:59:59-10:00',
  7,
])('rejects a token that expires at %s', async (expires_at) => {
  const { as, make } = await testApp()

  const reply = await as(await make.user())('POST', '/auth/token', { name: 'A', expires_at })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual([
    { path: 'expires_at', message: 'expires_at must be a time like 2026-01-31T12:00:00Z' },
  ])
})

it.each(['2026-02-30', '2026-01-31garbage', '0000-01-01', '2026-01-31T99:99', 'yesterday'])(
  'rejects plans updated since %s',
  async (time) => {
    const { as, make } = await testApp()

    const reply = await as(await make.user())('GET', `/plans?updated_since=${time}`)

    expect([reply.statusCode, reply.json().details?.[0]?.path]).toEqual([400, 'updated_since'])
  },
)

it('measures metadata in the bytes that are stored', async () => {
  const server = await testApp()
  const { me, plan, node } = await someone(server)
  const save = (text: string) => server.as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { metadata: { text } })
  const frame = Buffer.byteLength(JSON.stringify({ text: '' }))

  expect((await save('é'.repeat((10_240 - frame) / 2))).statusCode).toBe(200)
  const tooLarge = await save('é'.repeat((10_240 - frame) / 2 + 1))
  expect(tooLarge.json().details).toEqual([
    { path: 'metadata', message: 'Metadata must be at most 10,240 bytes of JSON' },
  ])
  expect((await save('👩'.repeat(2_600))).statusCode).toBe(400)
})

it('takes a title of invisible characters for none', async () => {
  const server = await testApp()
  const { me, plan, node } = await someone(server)
  for (const title of ['\u200b\u200b', '\u2060 \ufeff', '\u3164', '\u2800']) {
    const reply = await server.as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title })
    expect([reply.statusCode, reply.json().details]).toEqual([400, [{ path: 'title', message: 'Title is required' }]])
  }
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
  expect((await server.as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: family })).statusCode).toBe(200)
})

it('refuses names that are drawn as other ones, or have several lines', async () => {
  const server = await testApp()
  const me = await server.make.user()
  for (const name of ['Ana \u202eziuR', '\u2066Ana\u2069', 'Notice\n\nOpen this link', 'Ana\u2028Ruiz', 'Ana\u0007'])
    for (const [method, path] of [
      ['PUT', '/users/profile'],
      ['POST', '/auth/token'],
    ] as const) {
      const reply = await server.as(me)(method, path, { name })
      expect(reply.json().details).toEqual([{ path: 'name', message: 'Name contains invalid characters' }])
    }
})

it('names the filter of due dates, and writes large numbers with commas', async () => {
  const server = await testApp()
  const { me, plan, node } = await someone(server)
  const filtered = await server.as(me)('GET', `/plans/${plan.id}/nodes?due_before=soon`)
  expect(filtered.json().details).toEqual([
    { path: 'due_before', message: 'due_before must be a date like 2026-01-31' },
  ])
  const long = await server.as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { description: 'x'.repeat(10_001) })
  expect(long.json().details[0].message).toBe('Description must be at most 10,000 characters')
})
