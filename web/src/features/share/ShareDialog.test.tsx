import { type Collaborator, collaboratorsApi } from '@cairn/contract/api/collaborators'
import { plansApi } from '@cairn/contract/api/plans'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

function makeCollaborator(collaborator: Partial<Collaborator> = {}): Collaborator {
  const user_id = makeId()
  const name = 'Ben Okafor'
  const email = 'ben@example.com'
  return {
    id: makeId(),
    user_id,
    name,
    email,
    avatar_url: null,
    role: 'viewer',
    status: 'active',
    user: { id: user_id, name, email },
    version: 1,
    expires_at: null,
    created_at: '2026-03-04T10:00:00.000Z',
    ...collaborator,
  }
}

const INVITATION = {
  user_id: null,
  user: null,
  name: '',
  email: 'cleo@example.com',
  status: 'pending',
  invite_url: 'http://cairn.test/register?invitation=abc',
} as const

async function open(collaborators: Collaborator[], role: PlanRole = 'owner') {
  const plan = new FakePlan('A', { role })
  plan.collaborators = collaborators
  const app = openApp(`/plans/${plan.plan.id}`)
  await app.user.click(await screen.findByRole('button', { name: 'Share' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share Plan' })
  const people = await within(dialog).findByRole('list', { name: 'People with access' })
  return { ...app, plan, dialog, people }
}

it('shows the owner, and an empty state without collaborators', async () => {
  const { people, dialog } = await open([])

  expect(within(people).getByText('Ana Ruiz')).toBeTruthy()
  expect(within(people).getByText('Owner')).toBeTruthy()
  expect(within(dialog).getByText('No collaborators yet')).toBeTruthy()
  expect(within(people).queryByRole('button', { name: /^Remove/ })).toBeNull()
})

it('rejects an invalid email without a request', async () => {
  const { user, dialog, plan } = await open([makeCollaborator()])
  const field = within(dialog).getByLabelText('Invite by email')
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(button.disabled).toBe(true)

  await user.type(field, '{Enter}')
  await within(dialog).findByText('Please enter an email address')
  await user.type(field, 'ben{Enter}')
  await within(dialog).findByText('Please enter a valid email address')
  await user.type(field, '@Example.com{Enter}')
  await within(dialog).findByText('This person already has access to the plan')

  expect(plan.api.sentTo(collaboratorsApi.add)).toEqual([])
})

it('adds a viewer by default, shows the success for three seconds, and lists the person', async () => {
  const { user, dialog, plan } = await open([])
  plan.api.on(collaboratorsApi.add, () => {
    const added = makeCollaborator()
    plan.collaborators = [added]
    return { reply: added }
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })

  await user.type(within(dialog).getByLabelText('Invite by email'), ' ben@example.com {Enter}')

  await within(dialog).findByText('Ben Okafor now has access.')
  expect(plan.api.sentTo(collaboratorsApi.add)[0]?.body).toMatchObject({ email: 'ben@example.com', role: 'viewer' })
  await within(dialog).findByRole('combobox', { name: 'Role of Ben Okafor' })
  act(() => vi.advanceTimersByTime(3_000))
  expect(within(dialog).queryByText('Ben Okafor now has access.')).toBeNull()
})

it('shows the server’s error', async () => {
  const { user, dialog, plan } = await open([])
  plan.api.on(collaboratorsApi.add, () => ({
    status: 403,
    error: 'The demo account cannot invite people.',
    code: 'demo',
  }))

  await user.type(within(dialog).getByLabelText('Invite by email'), 'ben@example.com{Enter}')

  await within(dialog).findByText('The demo account cannot invite people.')
})

it('keeps the address of the next person that is typed while one is added', async () => {
  const { user, dialog, plan } = await open([])
  const release = plan.api.hold(collaboratorsApi.add)
  plan.api.on(collaboratorsApi.add, () => ({ reply: makeCollaborator() }))
  const field = within(dialog).getByLabelText<HTMLInputElement>('Invite by email')

  await user.type(field, 'ben@example.com{Enter}')
  await user.clear(field)
  await user.type(field, 'cleo@')
  release()
  await within(dialog).findByText('Ben Okafor now has access.')

  expect(field.value).toBe('cleo@')
})

it('reports changes that failed after the dialog was closed', async () => {
  const ben = makeCollaborator()
  const { user, dialog, people, plan } = await open([ben])
  const refused = { status: 500, error: 'Something went wrong.', code: 'internal' }
  plan.api.on(collaboratorsApi.add, () => refused).on(collaboratorsApi.remove, () => ({ ...refused, error: 'Busy.' }))
  const releases = [plan.api.hold(collaboratorsApi.add), plan.api.hold(collaboratorsApi.remove)]

  await user.type(within(dialog).getByLabelText('Invite by email'), 'cleo@example.com{Enter}')
  await user.click(within(people).getByRole('button', { name: 'Remove Ben Okafor' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const release of releases) release()

  await screen.findByText('Failed to add cleo@example.com')
  await screen.findByText('Busy.')
})

it('changes roles and removes people', async () => {
  const ben = makeCollaborator()
  const { user, dialog, plan } = await open([ben])
  plan.api
    .on(collaboratorsApi.setRole, ({ body }) => {
      plan.collaborators = [{ ...ben, ...(body as Pick<Collaborator, 'role'>) }]
      return { reply: plan.collaborators[0] ?? ben }
    })
    .on(collaboratorsApi.remove, () => {
      plan.collaborators = []
      return { reply: undefined }
    })

  await user.click(within(dialog).getByRole('combobox', { name: 'Role of Ben Okafor' }))
  await user.click(await screen.findByRole('option', { name: 'Editor' }))
  await waitFor(() => expect(plan.api.sentTo(collaboratorsApi.setRole)[0]).toMatchObject({ body: { role: 'editor' } }))
  await user.click(within(dialog).getByRole('button', { name: 'Remove Ben Okafor' }))

  await within(dialog).findByText('No collaborators yet')
  expect(plan.api.sentTo(collaboratorsApi.remove)[0]?.params.userId).toBe(ben.user_id)
})

it('sends two quick changes of a role one after the other', async () => {
  const ben = makeCollaborator()
  const { user, dialog, plan } = await open([ben])
  plan.api.on(collaboratorsApi.setRole, ({ body }) => {
    plan.collaborators = [{ ...ben, ...(body as Pick<Collaborator, 'role'>) }]
    return { reply: plan.collaborators[0] ?? ben }
  })
  const release = plan.api.hold(collaboratorsApi.setRole)
  for (const role of ['Editor', 'Commenter']) {
    await user.click(within(dialog).getByRole('combobox', { name: 'Role of Ben Okafor' }))
    await user.click(await screen.findByRole('option', { name: role }))
  }
  expect(plan.api.sentTo(collaboratorsApi.setRole)).toHaveLength(1)

  release()
  await waitFor(() => expect(plan.collaborators[0]?.role).toBe('commenter'))
})

it('shows a pending invitation with a link to copy, and removes it by its own id', async () => {
  const invitation = makeCollaborator(INVITATION)
  const { user, dialog, plan } = await open([invitation])
  plan.api.on(collaboratorsApi.remove, () => ({ reply: undefined }))

  await user.click(within(dialog).getByRole('button', { name: 'Copy link' }))
  await within(dialog).findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe(INVITATION.invite_url)
  await user.click(within(dialog).getByRole('button', { name: 'Remove cleo@example.com' }))

  await waitFor(() => expect(plan.api.sentTo(collaboratorsApi.remove)[0]?.params.userId).toBe(invitation.id))
})

it('shows when an invitation expires, and renews an expired one', async () => {
  const later = (ms: number) => new Date(Date.now() + ms).toISOString()
  const fresh = makeCollaborator({ ...INVITATION, expires_at: later(6.5 * 86_400_000) })
  const expired = makeCollaborator({ ...INVITATION, email: 'dora@example.com', expires_at: later(-1_000) })
  const { user, dialog, plan } = await open([fresh, expired])
  plan.api.on(collaboratorsApi.renew, () => ({ reply: { ...expired, expires_at: later(7 * 86_400_000) } }))
  expect(within(dialog).getByText('Expires in 7 days')).toBeTruthy()
  expect(within(dialog).getByText('Invitation expired')).toBeTruthy()
  expect(within(dialog).getAllByRole('button', { name: 'Copy link' })).toHaveLength(1)

  await user.click(within(dialog).getAllByRole('button', { name: 'Renew' }).at(-1) ?? dialog)

  await screen.findByText('Invitation renewed for 7 days')
  expect(plan.api.sentTo(collaboratorsApi.renew)[0]?.params.userId).toBe(expired.id)
})

it('lets an admin manage everyone except the owner, other admins and themselves', async () => {
  const [me, other, editor] = [
    makeCollaborator({ user_id: ME, name: 'Ana Ruiz', email: 'ana@example.com', role: 'admin' }),
    makeCollaborator({ name: 'Dora Lind', email: 'dora@example.com', role: 'admin' }),
    makeCollaborator({ role: 'editor' }),
  ]
  const { dialog } = await open([me, other, editor], 'admin')

  expect(within(dialog).getAllByRole('button', { name: /^Remove/ }).length).toBe(1)
  expect(within(dialog).getByRole('button', { name: 'Remove Ben Okafor' })).toBeTruthy()
})

it('shows a viewer the list, and lets them leave after a confirmation', async () => {
  const me = makeCollaborator({ user_id: ME, name: 'Ana Ruiz', email: 'ana@example.com' })
  const { user, dialog, plan, here } = await open([me], 'viewer')
  plan.api.on(plansApi.list, () => ({ reply: [] }))
  plan.api.on(plansApi.leave, () => {
    // The live channel is faster than the reply.
    plan.live.close(4003)
    return { reply: undefined }
  })
  expect(within(dialog).queryByLabelText('Invite by email')).toBeNull()
  expect(within(dialog).queryByRole('combobox')).toBeNull()

  await user.click(within(dialog).getByRole('button', { name: 'Leave plan' }))
  expect(plan.api.sentTo(plansApi.leave)).toEqual([])
  const asked = plan.api.requests.length
  const isSaid = watchFor('Plan not found')
  await user.click(within(dialog).getByRole('button', { name: 'Leave plan' }))

  await screen.findByText(`You left “${plan.plan.title}”`)
  await screen.findByRole('heading', { name: 'My Plans' })
  expect(here()).toBe('/plans')
  // The list and the trash; a live event may reload the list. Nothing else is requested about the plan.
  const others = () => plan.api.requests.slice(asked).filter(({ endpoint }) => endpoint.path !== '/live/ticket')
  await waitFor(() => expect(others().length).toBeGreaterThanOrEqual(3))
  const [left, ...lists] = others().map(({ endpoint }) => endpoint)
  expect(left).toBe(plansApi.leave)
  expect(new Set(lists)).toEqual(new Set([plansApi.list]))
  expect(isSaid()).toBe(false)
})

it('keeps the plan open and shows the reason when leaving fails', async () => {
  const me = makeCollaborator({ user_id: ME, name: 'Ana Ruiz', email: 'ana@example.com' })
  const { user, dialog, plan, here } = await open([me], 'viewer')
  plan.api.on(plansApi.leave, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))

  await user.click(within(dialog).getByRole('button', { name: 'Leave plan' }))
  await user.click(within(dialog).getByRole('button', { name: 'Leave plan' }))

  await screen.findByText('Something went wrong.')
  expect(here()).toBe(`/plans/${plan.plan.id}`)
  expect(within(dialog).getByRole('button', { name: 'Leave plan' })).toBeTruthy()
})

/** Returns a function that tells whether the text has appeared on the page since, however briefly. */
function watchFor(text: string): () => boolean {
  let isSaid = false
  const observer = new MutationObserver(() => {
    isSaid ||= document.body.textContent?.includes(text) ?? false
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    return isSaid
  }
}
