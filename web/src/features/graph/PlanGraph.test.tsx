import { edgesApi } from '@cairn/contract/api/edges'
import { PLAN_ROLES } from '@cairn/contract/rules/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakePlan } from '../../test/fakePlan.ts'
import { ALL_SHOWN, card, focused, inSizedWindow, open, TITLES, titles } from '../../test/graph.tsx'

inSizedWindow()

it('a filter dims cards that do not match, half those of ancestors, and says how many match', async () => {
  const { user, container } = await open()
  await user.click(screen.getByRole('button', { name: 'Search for train' }))
  const dimmed = (className: string) =>
    [...container.querySelectorAll(`.${className} [data-card]`)].map(
      (one) => one.getAttribute('aria-label')?.split(',')[0],
    )
  await waitFor(() => expect(dimmed('graph-dimmed').sort()).toEqual(['Pack', 'Walk']))
  expect(dimmed('graph-half-dimmed').sort()).toEqual(['Prepare', 'Trip'])
  expect(screen.getByText('1 match')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(dimmed('graph-dimmed')).toEqual([]))
  expect(screen.queryByText('1 match')).toBeNull()
  expect(screen.getByRole('region', { name: 'Plan graph' }).contains(document.activeElement)).toBe(true)
})

it('says that the dependencies failed to load, and loads them again', async () => {
  let fails = true
  const { user, edges } = await open({
    prepare: (plan) => {
      const answer = plan.api.handlerOf(edgesApi.list)
      plan.api.on(edgesApi.list, (request) =>
        fails ? { status: 403, error: 'You may not.', code: 'forbidden' } : answer(request),
      )
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Dependencies failed to load')
  expect(edges()).toBe(0)

  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(edges()).toBeGreaterThan(0))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the menu of a card focuses on its branch, which keeps its own collapsed branches', async () => {
  const { user } = await open()
  await user.tab()
  await user.keyboard('{ArrowDown}{ContextMenu}')
  await user.click(await screen.findByRole('menuitem', { name: /^Focus on branch/ }))
  await waitFor(() => expect(titles()).toEqual(['Prepare', 'Pack', 'Train']))
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Prepare')
  await user.keyboard(' ')
  await waitFor(() => expect(titles()).toEqual(['Prepare']))

  await user.click(screen.getByRole('button', { name: 'Show whole plan' }))
  await waitFor(() => expect(titles().sort()).toEqual([...TITLES].sort()))
})

it('colors cards by assignee or due date, and says what the colors mean', async () => {
  const prepare = (plan: FakePlan) => {
    Object.assign(plan.node('Pack'), { due_date: '2020-01-01' })
    Object.assign(plan.node('Train'), { due_date: '2020-01-01', status: 'completed' })
  }
  const { user } = await open({ options: { ...ALL_SHOWN, colorBy: 'due' }, prepare })
  const stripe = (title: string) =>
    screen.getByRole('article', { name: new RegExp(`^${title},`) }).querySelector<HTMLElement>('[data-mark=stripe]')
      ?.style.background
  expect(['Pack', 'Train', 'Walk'].map(stripe)).toEqual(['var(--blocked-fill)', 'var(--done-fill)', 'var(--idle-fill)'])

  await user.click(screen.getByRole('button', { name: 'Legend' }))
  const colors = within(screen.getByRole('list', { name: 'Due date' }))
  expect(colors.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
    'Overdue1',
    'No due date3',
    'Completed1',
  ])
})

it('counts in the legend what the graph shows: the plan, a branch, or what matches a filter', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Legend' }))
  const legend = within(screen.getByRole('region', { name: 'Legend' }))
  const shown = () => [
    ...within(legend.getByRole('list', { name: 'Status' }))
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
    legend.getByRole('paragraph').textContent,
  ]
  expect(shown()).toEqual(['Not started5', '5 nodes in the plan'])

  fireEvent.contextMenu(screen.getByRole('article', { name: /^Prepare,/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Focus on branch/ }))
  await waitFor(() => expect(shown()).toEqual(['Not started3', '3 nodes in “Prepare”']))

  await user.click(screen.getByRole('button', { name: 'Search for train' }))
  await waitFor(() => expect(shown()).toEqual(['Not started1', '1 matching node in “Prepare”']))
  await user.click(screen.getByRole('button', { name: 'Show whole plan' }))
  await waitFor(() => expect(shown()).toEqual(['Not started1', '1 matching node in the plan']))
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(shown()).toEqual(['Not started5', '5 nodes in the plan']))
})

it('says in the legend which kinds of links the lines are', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Legend' }))

  const links = within(screen.getByRole('list', { name: 'Links' }))
  expect(links.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual(['Dependency'])
})

it('shows which nodes the user watches', async () => {
  const { container } = await open({
    prepare: (plan) => plan.watches.set(plan.node('Pack').id, 'watch').set(plan.node('Walk').id, 'mute'),
  })
  await screen.findByRole('article', { name: 'Pack, Task, Not started, 1 node waiting, watched by you' })
  expect(container.querySelectorAll('[title="Watched by you"]')).toHaveLength(1)
})

describe('the path of a node', () => {
  const lit = (side: string) =>
    [...document.querySelectorAll(`.graph-path-${side} [data-card]`)].map(
      (one) => one.getAttribute('aria-label')?.split(',')[0],
    )

  it('is highlighted by its menu, follows the selection, and ends with Escape', async () => {
    const { user } = await open()
    fireEvent.contextMenu(card('Train'))
    await user.click(await screen.findByRole('menuitem', { name: /^Highlight dependencies/ }))
    expect(await screen.findByText('waits for 1 node')).toBeTruthy()
    expect(lit('before')).toEqual(['Pack'])

    fireEvent.click(card('Pack'))
    await waitFor(() => expect(lit('after')).toEqual(['Train']))
    expect(screen.getByText('1 node waits for it')).toBeTruthy()

    fireEvent.keyDown(card('Pack'), { key: 'Escape' })
    expect(screen.queryByText('1 node waits for it')).toBeNull()
    expect(lit('after')).toEqual([])
  })

  it('is highlighted while the pointer rests on a card', async () => {
    const { user } = await open()
    await user.hover(card('Pack'))
    fireEvent(card('Pack'), new PointerEvent('pointermove', { bubbles: true, movementX: 1 }))
    await waitFor(() => expect(lit('after')).toEqual(['Train']))

    await user.unhover(card('Pack'))
    await waitFor(() => expect(lit('after')).toEqual([]))
  })

  it('is none for a node without dependencies', async () => {
    const { user } = await open()
    fireEvent.contextMenu(card('Walk'))
    await user.click(await screen.findByRole('menuitem', { name: /^Highlight dependencies/ }))
    expect(await screen.findByText('“Walk” has no dependencies')).toBeTruthy()
  })
})

describe('zoomed out', () => {
  const zoomOut = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    for (let times = 0; times < 6; times++) await user.click(screen.getByRole('button', { name: 'Zoom out (-)' }))
  }

  it('there are no cards and no edge elements', async () => {
    const { user, edges } = await open()
    await waitFor(() => expect(edges()).toBe(1))

    await zoomOut(user)

    await waitFor(() => expect(titles()).toEqual([]))
    expect(edges()).toBe(0)
  })

  it('the keyboard keeps its position, and a step zooms in on it', async () => {
    const { user } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}')
    const application = screen.getByRole('application')
    // Like the page's shortcut, which does not move the focus.
    for (let times = 0; times < 6; times++) fireEvent.click(screen.getByRole('button', { name: 'Zoom out (-)' }))
    await waitFor(() => expect(titles()).toEqual([]))
    expect(document.activeElement).toBe(application)

    await user.keyboard('{ArrowRight}')

    await waitFor(() => expect(focused()).toBe('Walk'))
  })
})

it('Tidy up drops manual positions, and Undo restores them', async () => {
  const at = { x: 400, y: 300 }
  const key = (plan: FakePlan) => `node_positions:${plan.plan.id}`
  const dragged = (plan: FakePlan) => ({ [plan.node('Walk').id]: at })
  const { plan, user } = await open({
    prepare: (plan) => localStorage.setItem(key(plan), JSON.stringify(dragged(plan))),
  })
  const place = () => card('Walk').closest<HTMLElement>('.graph-card')?.style.transform
  expect(place()).toBe('translate(400px, 300px)')

  await user.click(screen.getByRole('button', { name: 'Tidy up' }))
  await waitFor(() => expect(place()).not.toBe('translate(400px, 300px)'))
  expect(localStorage.getItem(key(plan))).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(place()).toBe('translate(400px, 300px)'))
  expect(JSON.parse(localStorage.getItem(key(plan)) ?? '')).toEqual(dragged(plan))
})

it('says on cards what they wait for, until it is completed', async () => {
  const { user } = await open()
  const label = (title: string) => card(title).getAttribute('aria-label')
  await waitFor(() => expect(label('Train')).toBe('Train, Task, Not started, waits for 1 node'))
  expect(within(card('Train')).getByText('waits for 1').title).toBe('Waits for 1 unfinished node')
  expect(label('Pack')).toBe('Pack, Task, Not started, 1 node waiting')
  expect(within(card('Pack')).getByText('blocks 1').title).toBe('1 unfinished node waits for this one')

  await user.click(within(card('Pack')).getByRole('button', { name: 'Completed' }))

  await waitFor(() => expect(label('Train')).toBe('Train, Task, Not started'))
  expect(within(card('Train')).queryByText('waits for 1')).toBeNull()
})

it('hides all edges when Dependencies is off', async () => {
  const { edges } = await open({ options: { ...ALL_SHOWN, dependencies: false } })

  expect(edges()).toBe(0)
})

describe.each(PLAN_ROLES)('for %s', (role) => {
  const mayEdit = role !== 'viewer' && role !== 'commenter'

  it(`shows everything, ${mayEdit ? 'with controls that change it' : 'without controls that change it'}`, async () => {
    const { user, plan, container } = await open({ role })
    const there = mayEdit ? 1 : 0
    expect(screen.queryAllByRole('button', { name: 'Add Node' })).toHaveLength(there)
    await user.hover(card('Pack'))
    expect(container.querySelectorAll('.graph-handle').length > 0).toBe(mayEdit)
    expect(screen.getByRole('button', { name: 'Fit view (0)' })).toBeTruthy()

    fireEvent.contextMenu(card('Pack'))
    expect(await screen.findByRole('menuitem', { name: /^Highlight dependencies/ })).toBeTruthy()
    expect(screen.queryAllByRole('menuitem', { name: /^Delete/ })).toHaveLength(there)
    await user.keyboard('{Escape}')
    fireEvent.doubleClick(card('Pack'))
    expect(screen.queryAllByRole('textbox')).toHaveLength(there)
    if (mayEdit) await user.keyboard('{Escape}')
    await user.keyboard('{Control>}')
    for (const title of ['Pack', 'Train']) fireEvent.click(card(title), { ctrlKey: true })
    await user.keyboard('{/Control}')
    expect(screen.getByText('Selected: Pack, Train')).toBeTruthy()

    if (!mayEdit) {
      card('Pack').focus()
      await user.keyboard('{F2}{Delete}')
      expect(screen.queryByRole('textbox')).toBeNull()
      await user.keyboard('{ContextMenu}')
      expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeTruthy()
      await user.keyboard('{Escape}')
    }
    fireEvent.click(within(card('Prepare')).getByRole('button', { name: 'Collapse Prepare' }))
    await waitFor(() => expect(titles()).toEqual(['Trip', 'Prepare', 'Walk']))
    fireEvent.click(card('Walk'))
    expect(screen.getByText('Open: Walk')).toBeTruthy()
    expect(new Set(plan.api.requests.map(({ endpoint }) => endpoint.method))).toEqual(new Set(['GET']))
  })
})
