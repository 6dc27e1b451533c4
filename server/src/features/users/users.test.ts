import { randomUUID } from 'node:crypto'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { mailTo } from '../../../test/mails.ts'

const NEW = 'Brand-new-passw0rd'
const TABLES = [
  'users',
  'sessions',
  'one_time_tokens',
  'known_devices',
  'api_tokens',
  'attempts',
  'idempotency_keys',
  'plans',
  'collaborators',
  'invitations',
  'nodes',
  'assignments',
  'logs',
  'artifacts',
  'events',
] as const
const invitation = (plan_id: string, invited_by: string) => ({
  id: randomUUID(),
  plan_id,
  role: 'viewer' as const,
  invited_by,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '9999-01-01T00:00:00.000Z',
})
const login = ({ as }: TestApp, { email }: TestUser, password: string) =>
  as(null)('POST', '/auth/login', { email, password })
const change = ({ as }: TestApp, who: TestUser, currentPassword: string, newPassword = NEW) =>
  as(who)('POST', '/users/change-password', { currentPassword, newPassword })
const deleteAccount = ({ as }: TestApp, who: TestUser, password = PASSWORD) =>
  as(who)('DELETE', '/users/profile', { password })

it('shows and changes the profile under both paths', async () => {
  const { as, make } = await testApp()
  const me = await make.user({ organization: 'Acme' })

  const shown = (await as(me)('GET', '/users/profile')).json()
  expect(shown).toEqual({
    id: me.id,
    email: me.email,
    name: me.name,
    organization: 'Acme',
    avatar_url: null,
    email_verified: true,
    pending_email: null,
    two_factor: false,
    recovery_codes_left: null,
    is_demo: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await as(me)('GET', '/auth/profile')).json()).toEqual(shown)
  const changed = await as(me)('PUT', '/users/profile', { name: 'Ana Maria', organization: '' })
  expect(changed.json()).toMatchObject({ name: 'Ana Maria', organization: null })
  expect((await as(me)('PUT', '/auth/profile', {})).json()).toEqual(changed.json())
})

it('shows the new name wherever the person is named', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  await as(me)('PUT', '/users/profile', { name: 'Ana Maria' })

  expect((await as(me)('GET', `/plans/${plan.id}`)).json<Plan>().owner.name).toBe('Ana Maria')
  const node = await make.node(me, plan.id)
  expect((await make.log(me, plan.id, node.id)).user.name).toBe('Ana Maria')
})

it.each([
  [{ name: ' A ' }, 'Name must be at least 2 characters'],
  [{ name: '' }, 'Name is required'],
  [{ name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
  [{ organization: 7 }, 'Organization must be a string'],
])('rejects the profile %o', async (body, error) => {
  const { as, make } = await testApp()

  const reply = await as(await make.user())('PUT', '/users/profile', body)

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error })
})

it('changes the password, preserves this session and API tokens, and ends the other sessions', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const other = (await login(app, me, PASSWORD)).json().session.access_token
  const apiToken = await app.make.apiToken(me, 'read')
  await app.as(other)('GET', '/plans')

  expect((await change(app, me, 'wrong')).json()).toEqual({
    error: 'The current password is incorrect.',
    code: 'wrong_password',
  })
  expect((await change(app, me, PASSWORD, 'weak')).json()).toMatchObject({ details: [{ path: 'newPassword' }] })
  expect((await change(app, me, PASSWORD)).statusCode).toBe(200)

  expect((await app.as(other)('GET', '/plans')).statusCode).toBe(401)
  expect((await app.as(me)('GET', '/plans')).statusCode).toBe(200)
  expect((await app.as(apiToken)('GET', '/plans')).statusCode).toBe(200)
  expect((await login(app, me, PASSWORD)).statusCode).toBe(401)
  expect((await login(app, me, NEW)).statusCode).toBe(200)
  expect(await mailTo(app.dataDir, me.email, /was changed/)).toContain(me.name)
})

it('deletes the account with its own plans and frees the address', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  await app.make.node(me, plan.id)
  const token = await app.make.apiToken(me, 'admin')

  expect((await deleteAccount(app, me, 'wrong')).json()).toMatchObject({ code: 'wrong_password' })
  expect((await deleteAccount(app, me)).statusCode).toBe(204)

  for (const credential of [me.token, token]) expect((await app.as(credential)('GET', '/plans')).statusCode).toBe(401)
  expect((await login(app, me, PASSWORD)).statusCode).toBe(401)
  for (const table of ['plans', 'nodes', 'events', 'sessions', 'api_tokens'] as const)
    await expect.poll(() => app.store.reader.selectFrom(table).selectAll().execute()).toEqual([])
  const again = await app.as(null)('POST', '/auth/register', { email: me.email, password: PASSWORD, name: 'Ana' })
  expect(again.statusCode).toBe(201)
})

it('preserves contributions to other plans as "Deleted user", and removes the person from these plans', async () => {
  const app = await testApp()
  const { plan, owner, editor } = await app.make.team()
  const node = await app.make.node(editor, plan.id)
  await app.make.log(editor, plan.id, node.id, { content: 'Written by somebody' })
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: editor.id })

  expect((await deleteAccount(app, editor)).statusCode).toBe(204)

  const logs = await app.as(owner)('GET', `/plans/${plan.id}/nodes/${node.id}/logs`)
  expect(logs.json()).toMatchObject([{ content: 'Written by somebody', user: { id: editor.id, name: 'Deleted user' } }])
  const members = (await app.as(owner)('GET', `/plans/${plan.id}/available-users`)).json<{ id: string }[]>()
  expect(members.map(({ id }) => id)).not.toContain(editor.id)
  expect((await app.as(owner)('GET', `/plans/${plan.id}/nodes/${node.id}`)).json()).toMatchObject({ assignees: [] })
  const events = await app.store.reader.selectFrom('events').select(['kind', 'data']).orderBy('revision').execute()
  expect(events.map(({ kind }) => kind).slice(-2)).toEqual(['node.unassigned', 'collaborator.left'])
  expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ before: { user_id: editor.id, role: 'editor' } })
  expect(JSON.stringify(await app.store.reader.selectFrom('users').selectAll().execute())).not.toContain(editor.email)
})

it('leaves no name and no address of a person whose account was deleted, in any table and on any page', async () => {
  const app = await testApp()
  const { plan, owner, admin } = await app.make.team()
  const gone = await app.make.user({ name: 'Zebulon Quince', email: 'zebulon@example.test' })
  const collaborators = `/plans/${plan.id}/collaborators`
  await app.as(owner)('POST', collaborators, { email: gone.email, role: 'viewer' })
  await app.as(owner)('PUT', `${collaborators}/${gone.id}`, { role: 'admin' })
  const node = await app.make.node(gone, plan.id)
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: gone.id })
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: admin.id })
  await app.as(gone)('POST', collaborators, { email: 'invited@example.test' })
  await app.as(gone)('POST', '/plans', { title: 'Mine' }, { 'idempotency-key': 'a' })
  // An invitation that was made before the person changed to this address.
  await app.store.write((tx) =>
    tx
      .insertInto('invitations')
      .values({ ...invitation(plan.id, owner.id), email: gone.email })
      .execute(),
  )

  expect((await deleteAccount(app, gone)).statusCode).toBe(204)

  for (const table of TABLES) {
    const rows = async () => JSON.stringify(await app.store.reader.selectFrom(table).selectAll().execute())
    await expect.poll(rows, { message: table }).not.toMatch(/Zebulon|zebulon/)
  }
  const activity = (await app.as(owner)('GET', `/activity/plans/${plan.id}/activity?limit=100`)).body
  expect(activity).not.toMatch(/Zebulon|zebulon/)
  expect(activity).toContain('shared the plan with Deleted user as viewer')
})

it('does not delete an account that owns shared plans, and names them', async () => {
  const app = await testApp()
  const { plan, owner } = await app.make.team()
  const alone = await app.make.plan(owner)

  const reply = await deleteAccount(app, owner)

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'owns_shared_plans', details: [{ id: plan.id, title: plan.title }] })
  expect((await app.as(owner)('GET', `/plans/${alone.id}`)).statusCode).toBe(200)
})
