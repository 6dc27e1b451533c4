import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const person = (name: string) => ({
  id: makeId(),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  avatar_url: null,
  role: 'editor' as const,
})
const PEOPLE = ['Ana Ruiz', 'Ben Ode', 'Cem Ak', 'Dee Oh'].map(person)
const idOf = (name: string) => PEOPLE.find((one) => one.name === name)?.id ?? ''

async function open(assigned: Record<string, readonly string[]> = {}) {
  const plan = new FakePlan('Research\nBuild\nLaunch')
  plan.api.on(plansApi.availableUsers, () => ({ reply: PEOPLE }))
  for (const [title, names] of Object.entries(assigned))
    for (const name of names)
      plan.happen('node.assigned', plan.node(title).id, { before: null, after: { user_id: idOf(name) } })
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = await screen.findByRole('region', { name: 'Research' })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  const names = (title = 'Research') =>
    plan.node(title).assignees.map((id) => PEOPLE.find((one) => one.id === id)?.name.split(' ')[0])
  return { ...app, plan, panel, names }
}

const option = (name: string) => screen.getByRole('option', { name: new RegExp(name) })
const chips = () =>
  within(screen.getByRole('list', { name: 'Assignees in order' }))
    .getAllByRole('button')
    .map((chip) => chip.getAttribute('aria-label'))

it('assigns, orders and unassigns several people with the keyboard alone', async () => {
  const { user, panel, names } = await open()
  ;(await within(panel).findByRole('button', { name: 'Unassigned, assign someone' })).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByPlaceholderText('Search people...')).toBe(document.activeElement)

  await user.keyboard('{Enter}{ArrowDown}{Enter}{ArrowDown}{Enter}')
  await waitFor(() => expect(names()).toEqual(['Ana', 'Ben', 'Cem']))
  expect(option('Ben Ode').getAttribute('aria-checked')).toBe('true')
  expect(option('Dee Oh').getAttribute('aria-checked')).toBe('false')

  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  await waitFor(() => expect(names()).toEqual(['Cem', 'Ana', 'Ben']))
  expect(chips()).toEqual(['Cem Ak, 1 of 3', 'Ana Ruiz, 2 of 3', 'Ben Ode, 3 of 3'])
  expect(screen.getByText('Cem Ak is number 1 of 3')).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names()).toEqual(['Ana', 'Ben']))
  await user.keyboard('{Escape}')
  expect(within(panel).getByRole('button', { name: 'Assigned to Ana Ruiz and Ben Ode' })).toBe(document.activeElement)
})

it('orders by the menu and by Alt with an arrow key on a name, as one undone step', async () => {
  const { user, plan, panel, names } = await open({ Research: ['Ana Ruiz', 'Ben Ode', 'Cem Ak', 'Dee Oh'] })
  await user.click(await within(panel).findByRole('button', { name: 'Assigned to Ana Ruiz, Ben Ode and 2 others' }))

  await user.click(await screen.findByRole('button', { name: 'Cem Ak, 3 of 4' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Make first' }))
  await waitFor(() => expect(names()).toEqual(['Cem', 'Ana', 'Ben', 'Dee']))
  fireEvent.keyDown(screen.getByRole('button', { name: 'Dee Oh, 4 of 4' }), { key: 'ArrowUp', altKey: true })
  await waitFor(() => expect(names()).toEqual(['Cem', 'Ana', 'Dee', 'Ben']))
  expect(plan.api.sentTo(nodesApi.setAssignees).at(-1)?.body).toEqual({
    user_ids: ['Cem Ak', 'Ana Ruiz', 'Dee Oh', 'Ben Ode'].map(idOf),
    expected_user_ids: ['Cem Ak', 'Ana Ruiz', 'Ben Ode', 'Dee Oh'].map(idOf),
  })

  const toast = (await screen.findByText('Order of assignees of “Research” changed')).closest('li')
  await user.click(within(toast as HTMLElement).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(names()).toEqual(['Ana', 'Ben', 'Cem', 'Dee']))
})

it('keeps a person whom someone else has assigned meanwhile', async () => {
  const { user, plan, panel, names } = await open({ Research: ['Ana Ruiz', 'Ben Ode'] })
  const save = plan.api.handlerOf(nodesApi.setAssignees)
  plan.api.on(nodesApi.setAssignees, (request) => {
    const { expected_user_ids } = request.body as { expected_user_ids: string[] }
    const { id, assignees } = plan.node('Research')
    if (String(expected_user_ids) === String(assignees)) return save(request)
    const details = assignees.map((user_id) => ({ id: makeId(), node_id: id, user_id }))
    return { status: 409, error: 'The assignees have changed.', code: 'version_conflict', details }
  })
  const release = plan.api.hold(nodesApi.setAssignees)
  await user.click(await within(panel).findByRole('button', { name: 'Assigned to Ana Ruiz and Ben Ode' }))
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Ben Ode, 2 of 2' }), { key: 'ArrowUp', altKey: true })
  plan.happen('node.assigned', plan.node('Research').id, { before: null, after: { user_id: idOf('Cem Ak') } })
  release()
  expect(await screen.findByText('Order of assignees of “Research” changed')).toBeTruthy()
  expect(plan.api.sentTo(nodesApi.setAssignees).at(-1)?.body).toEqual({
    user_ids: ['Ben Ode', 'Ana Ruiz', 'Cem Ak'].map(idOf),
    expected_user_ids: ['Ana Ruiz', 'Ben Ode', 'Cem Ak'].map(idOf),
  })
  expect(names()).toEqual(['Ben', 'Ana', 'Cem'])
})

it('shows two avatars and the number of others on rows', async () => {
  await open({ Build: ['Ana Ruiz', 'Ben Ode', 'Cem Ak', 'Dee Oh'], Launch: ['Ben Ode'] })
  const row = await screen.findByRole('treeitem', { name: /^Build/ })

  const stack = await within(row).findByRole('img', { name: 'Assigned to Ana Ruiz, Ben Ode and 2 others' })
  expect([...stack.querySelectorAll('[data-initials], [data-rest]')].map(({ outerHTML }) => outerHTML)).toEqual([
    expect.stringContaining('"AR"'),
    expect.stringContaining('"BO"'),
    expect.stringContaining('"+2"'),
  ])
  expect(stack.title).toBe('Assigned to Ana Ruiz, Ben Ode, Cem Ak, Dee Oh')
  const launch = await screen.findByRole('treeitem', { name: /^Launch/ })
  expect(within(launch).getByRole('img', { name: 'Assigned to Ben Ode' }).innerHTML).toContain('"BO"')
})

it('assigns people to all selected nodes, from a mixed selection', async () => {
  const { user, plan } = await open({ Research: ['Ana Ruiz', 'Ben Ode'], Build: ['Ben Ode'] })
  const bodies: unknown[] = []
  plan.api.on(nodeBulkApi.bulk, ({ body }) => {
    bodies.push(body)
    return { reply: [] }
  })
  fireEvent.click(await screen.findByRole('treeitem', { name: /^Research/ }))
  fireEvent.click(await screen.findByRole('treeitem', { name: /^Build/ }), { ctrlKey: true })
  const bar = await screen.findByRole('toolbar', { name: 'Selected nodes' })
  await user.click(await within(bar).findByRole('button', { name: 'Assign' }))

  expect((await screen.findAllByRole('option')).map((one) => one.getAttribute('aria-checked'))).toEqual([
    'mixed',
    'true',
    'false',
    'false',
  ])
  await user.click(option('Ana Ruiz'))
  await user.click(option('Ben Ode'))

  await waitFor(() =>
    expect(bodies).toEqual([
      { node_ids: [plan.node('Build').id], assign: idOf('Ana Ruiz') },
      { node_ids: [plan.node('Research').id, plan.node('Build').id], unassign: idOf('Ben Ode') },
    ]),
  )
})

it('assigns people from the palette', async () => {
  const { user, plan } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'Assign to')
  await user.keyboard('{Enter}')

  const dialog = await screen.findByRole('dialog', { name: 'Assign “Research”' })
  await user.click(await within(dialog).findByRole('option', { name: /Dee Oh/ }))
  await waitFor(() => expect(plan.api.sentTo(nodeBulkApi.bulk).at(-1)?.body).toMatchObject({ assign: idOf('Dee Oh') }))
})

it('says that the people failed to load, and loads them again', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(plansApi.availableUsers, () => ({ status: 403, error: 'You may not.', code: 'forbidden' }))
  localStorage.setItem('tour_skipped', 'true')
  const { user } = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = within(await screen.findByRole('region', { name: 'Research' }))
  await user.click(await panel.findByRole('button', { name: 'Unassigned, assign someone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to load people')
  expect(dialog.queryByText('No people found')).toBeNull()

  plan.api.on(plansApi.availableUsers, () => ({ reply: PEOPLE }))
  await user.click(dialog.getByRole('button', { name: 'Try again' }))

  await dialog.findByRole('option', { name: /Ana Ruiz/ })
})
