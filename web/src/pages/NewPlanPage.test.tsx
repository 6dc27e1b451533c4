import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makePlan } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const serve = () => new FakeApi().on(plansApi.list, () => ({ reply: [] }))

it('creates a plan and opens it', async () => {
  const plan = makePlan()
  const api = serve().on(plansApi.create, () => ({ reply: plan }))
  const { here, user } = openApp('/plans/new')

  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create Plan' })
  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText('Title'), ' Website relaunch ')
  await user.type(screen.getByLabelText('Description (optional)'), 'All of it')
  await user.click(screen.getByRole('radio', { name: /^Active/ }))
  await user.click(button)

  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
  expect(api.sentTo(plansApi.create)[0]?.body).toEqual({
    title: 'Website relaunch',
    description: 'All of it',
    status: 'active',
  })
})

it('is submitted with Ctrl+Enter in the description, once it has a title', async () => {
  const plan = makePlan()
  const api = serve().on(plansApi.create, () => ({ reply: plan }))
  const { here, user } = openApp('/plans/new')
  const send = () => user.type(screen.getByLabelText('Description (optional)'), '{Control>}{Enter}{/Control}')
  const title = await screen.findByLabelText('Title')

  await send()
  expect(api.sentTo(plansApi.create)).toHaveLength(0)
  await user.type(title, 'Alpha')
  await send()

  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
})

it('says what became of a plan whose page was left while it was created', async () => {
  const api = serve().on(plansApi.create, () => ({ reply: makePlan({ title: 'Alpha' }) }))
  const { here, user, router } = openApp('/plans/new')
  const leaveWhileCreating = async () => {
    const answer = api.hold(plansApi.create)
    await user.type(await screen.findByLabelText('Title'), 'Alpha{Enter}')
    await act(() => router.navigate('/plans'))
    answer()
  }
  await leaveWhileCreating()
  await screen.findByText('“Alpha” created')
  expect(here()).toBe('/plans')

  api.on(plansApi.create, () => ({ status: 503, error: 'The server is busy.', code: 'unavailable' }))
  await act(() => router.navigate('/plans/new'))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('')
  await leaveWhileCreating()
  await screen.findByText('Failed to create “Alpha”')
  await act(() => router.navigate('/plans/new'))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Alpha')
})

it('opens the plan without refetching it or the list', async () => {
  const plan = makePlan()
  const api = serve().on(plansApi.create, () => ({ reply: plan }))
  const { here, user } = openApp('/plans/new')
  await user.type(await screen.findByLabelText('Title'), 'Alpha{Enter}')

  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))

  expect(api.sentTo(plansApi.get)).toHaveLength(0)
  expect(api.sentTo(plansApi.list)).toHaveLength(0)
})

it('starts from the chosen template, with its name unless a title was typed', async () => {
  const plan = makePlan()
  const api = serve().on(plansApi.create, () => ({ reply: plan }))
  const { here, user } = openApp('/plans/new')
  const title = await screen.findByLabelText<HTMLInputElement>('Title')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Empty plan/ }).checked).toBe(true)

  await user.click(screen.getByRole('radio', { name: /^Growth Strategy/ }))
  expect(title.value).toBe('Growth Strategy')
  await user.click(screen.getByRole('radio', { name: /^Empty plan/ }))
  expect(title.value).toBe('')
  await user.type(title, 'Next year')
  await user.click(screen.getByRole('radio', { name: /^Team Project/ }))
  expect(title.value).toBe('Next year')
  await user.click(screen.getByRole('button', { name: 'Create Plan' }))

  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
  expect(api.sentTo(plansApi.create)[0]?.body).toEqual({
    title: 'Next year',
    description: '',
    status: 'draft',
    template: 'team-project',
  })
})

it.each([
  ['?template=sprint-planning', 'Sprint Planning', 'Sprint Planning'],
  ['?template=wedding', 'Empty plan', ''],
])('starts at %s from %s', async (search, start, title) => {
  serve()
  openApp(`/plans/new${search}`)

  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe(title)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${start}`) }).checked).toBe(true)
})

it('creates a draft by default, and rejects a blank title', async () => {
  serve()
  const { user } = openApp('/plans/new')

  await user.type(await screen.findByLabelText('Title'), '   ')

  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Draft/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Plan' }).disabled).toBe(true)
})

it('keeps the typed text when the server rejects it', async () => {
  serve().on(plansApi.create, () => ({ status: 400, error: 'Title is too long', code: 'invalid' }))
  const { here, user } = openApp('/plans/new')

  await user.type(await screen.findByLabelText('Title'), 'Alpha{Enter}')

  expect((await screen.findByRole('alert')).textContent).toBe('Title is too long')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Alpha')
  expect(here()).toBe('/plans/new')
})

it('returns to the plans on Cancel', async () => {
  serve()
  const { here, user } = openApp('/plans/new')

  await user.click(await screen.findByRole('link', { name: 'Cancel' }))

  await waitFor(() => expect(here()).toBe('/plans'))
})
