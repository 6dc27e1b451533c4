import type { AccessEntry } from '@cairn/contract/api/security'
import { expect, it } from 'vitest'
import { PASSWORD, testApp } from '../../../test/factory.ts'

it('shows every change of access to the owner only', async () => {
  const { as, make } = await testApp()
  const { plan, owner, admin, viewer, editor } = await make.team()
  const guest = await make.user({ name: 'Gil Guest' })
  const people = `/plans/${plan.id}/collaborators`

  await as(admin)('POST', people, { user_id: guest.id, role: 'editor' })
  await as(owner)('PUT', `${people}/${guest.id}`, { role: 'viewer' })
  await as(owner)('DELETE', `${people}/${guest.id}`)
  await as(editor)('POST', `/plans/${plan.id}/leave`)
  await as(owner)('POST', people, { email: 'new@example.test', role: 'viewer' })
  const access = await as(owner)('GET', `/activity/plans/${plan.id}/access?limit=50`)
  const others = await Promise.all(
    [admin, viewer, guest].map((who) => as(who)('GET', `/activity/plans/${plan.id}/access`)),
  )

  expect(access.json().data.map(({ kind, content }: AccessEntry) => [kind, content])).toEqual(
    expect.arrayContaining([
      ['invitation.created', `${owner.name} invited new@example.test as viewer`],
      ['collaborator.left', `${editor.name} left the plan`],
      ['collaborator.removed', `${owner.name} removed Gil Guest from the plan`],
      ['collaborator.changed', `${owner.name} changed the role of Gil Guest from editor to viewer`],
      ['collaborator.added', `${admin.name} shared the plan with Gil Guest as editor`],
    ]),
  )
  expect(others.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404])
})

it('shows the owner calls refused to members, each once a minute, but none refused for a missing scope', async () => {
  const { app, as, make, store } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const stranger = await make.user()
  const weak = await make.apiToken(stranger, 'read')

  for (let i = 0; i < 3; i++) await as(viewer)('PUT', `/plans/${plan.id}`, { title: 'Mine now' })
  await as(weak)('PUT', `/plans/${plan.id}`, { title: 'Mine now' })
  const rows = () =>
    store.reader.selectFrom('security_events').selectAll().where('kind', '=', 'access.refused').execute()
  await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBe(2)
  const access = await as(owner)('GET', `/activity/plans/${plan.id}/access`)

  expect(access.json()).toMatchObject({ total: 1, page: 1, total_pages: 1 })
  expect(access.json().data[0]).toMatchObject({
    kind: 'access.refused',
    user: { id: viewer.id, name: viewer.name },
    content: `${viewer.name} was refused PUT /api/plans/:planId`,
  })
  expect((await rows()).map(({ plan_id, user_id }) => [plan_id, user_id])).toEqual(
    expect.arrayContaining([
      [plan.id, viewer.id],
      [null, stranger.id],
    ]),
  )
  await app.close()
})

it('stores no secret, name or email address in any row', async () => {
  const { app, as, make, store } = await testApp()
  const { plan, owner } = await make.team()
  await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: 'new@example.test', role: 'viewer' })
  await as(null)('POST', '/auth/login', { email: owner.email, password: PASSWORD })
  await as(null)('POST', '/auth/login', { email: 'unknown@example.test', password: 'Wrong-passw0rd' })
  await app.close()

  const text = JSON.stringify(await store.reader.selectFrom('security_events').selectAll().execute())
  for (const secret of [
    owner.name,
    owner.email,
    'new@example.test',
    'unknown@example.test',
    PASSWORD,
    'Wrong-passw0rd',
  ])
    expect(text).not.toContain(secret)
  expect(text).toContain('invitation.created')
})
