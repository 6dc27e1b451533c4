import { nodesApi } from '@cairn/contract/api/nodes'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { newTitlePlace } from '../../actions/unsavedTitles.ts'
import { hasDrafts, keepDraft, readDraft } from '../../lib/drafts.ts'
import type { FakePlan } from '../../test/fakePlan.ts'
import { card, focused, inSizedWindow, open } from '../../test/graph.tsx'
import { makeEvent, makeNode } from '../../test/make.ts'

inSizedWindow()

describe('on the empty canvas', () => {
  const pane = (container: HTMLElement) => {
    const element = container.querySelector('.graph-pane')
    if (!element) throw new Error('There is no canvas')
    return element
  }
  const field = () => screen.queryByRole('textbox', { name: 'New node title' })
  const titlesTyped = () =>
    screen.queryAllByRole<HTMLInputElement>('textbox', { name: 'New node title' }).map(({ value }) => value)
  const doubleClick = (element: Element, clientX = 0) => {
    fireEvent.click(element, { detail: 1 })
    fireEvent.doubleClick(element, { clientX })
  }
  const places = (plan: FakePlan) => JSON.parse(localStorage.getItem(`node_positions:${plan.plan.id}`) ?? '{}')

  it('a double click adds a node, unless its title stays empty or Escape is pressed', async () => {
    const { user, plan, container } = await open()
    const outline = plan.outline
    doubleClick(pane(container))
    await user.keyboard('Return{Escape}')
    expect(field()).toBe(null)
    doubleClick(pane(container))
    await user.keyboard('{Enter}')
    expect([field(), plan.outline]).toEqual([null, outline])

    doubleClick(pane(container))
    await user.keyboard('Return{Enter}')
    await waitFor(() => expect(focused()).toBe('Return'))
    expect(plan.outline).toEqual([...outline, 'Return'])
    expect(Object.keys(places(plan))).toEqual([plan.node('Return').id])
  })

  it('a second double click adds another node while the first one is being created', async () => {
    const { user, plan, container } = await open()
    const answer = plan.api.hold(nodesApi.create)
    doubleClick(pane(container))
    await user.keyboard('Return{Enter}')
    doubleClick(pane(container), 300)
    await user.keyboard('Rest')
    expect(titlesTyped()).toEqual(['Return', 'Rest'])

    answer()
    await waitFor(() => expect(titlesTyped()).toEqual(['Rest']))
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Enter}')

    await waitFor(() => expect(focused()).toBe('Rest'))
    const [first, second] = [places(plan)[plan.node('Return').id], places(plan)[plan.node('Rest').id]]
    expect(second.x).toBeGreaterThan(first.x)
  })

  it('a title that is refused stays, also when another one is being typed', async () => {
    const { user, plan, container } = await open()
    plan.api.on(nodesApi.create, () => ({ status: 422, code: 'limit_reached', error: 'The plan is full.' }))
    const answer = plan.api.hold(nodesApi.create)
    doubleClick(pane(container))
    await user.keyboard('Return{Enter}')
    doubleClick(pane(container), 300)
    await user.keyboard('Rest')

    answer()

    expect(await screen.findByText('The plan is full.')).toBeTruthy()
    expect(titlesTyped()).toEqual(['Return', 'Rest'])
  })

  it('a title whose field is interrupted begins the next one, until it is created or discarded', async () => {
    const { user, plan, container } = await open()
    const draft = () => readDraft(newTitlePlace(plan.plan.id))
    doubleClick(pane(container))
    await user.keyboard('Return')
    expect(draft()).toBe('Return')
    await user.keyboard('{Escape}')
    expect(draft()).toBe(undefined)

    keepDraft(newTitlePlace(plan.plan.id), 'Rest')
    doubleClick(pane(container))
    expect(titlesTyped()).toEqual(['Rest'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(plan.outline).toContain('Rest'))
    expect(draft()).toBe(undefined)
  })

  it('a title is kept when the graph is closed before its creation fails', async () => {
    const { user, plan, container } = await open()
    const works = plan.api.handlerOf(nodesApi.create)
    plan.api.on(nodesApi.create, () => ({ status: 503, code: 'unavailable', error: 'The server is busy.' }))
    const answer = plan.api.hold(nodesApi.create)
    doubleClick(pane(container))
    await user.keyboard('Return{Enter}')
    await user.click(screen.getByRole('button', { name: 'Close graph' }))
    answer()

    await screen.findByText('Failed to create “Return”')
    expect(hasDrafts()).toBe(true)
    plan.api.on(nodesApi.create, works)
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(plan.outline).toContain('Return'))
    await waitFor(() => expect(hasDrafts()).toBe(false))
  })

  it('a new node is drawn where it was typed, also before the reply', async () => {
    const { user, plan, nodes, container } = await open()
    const node = makeNode({ plan_id: plan.plan.id, title: 'Return', order_index: 1 })
    let answer = () => {}
    plan.api.on(nodesApi.create, async () => {
      const created = makeEvent('node.created', { before: null, after: node }, { revision: 2, node_id: node.id })
      act(() => void nodes.apply([created]))
      await new Promise<void>((resolve) => (answer = resolve))
      return { reply: node, headers: { 'x-plan-revision': '2' } }
    })
    doubleClick(pane(container), 300)
    await user.keyboard('Return{Enter}')

    const at = () => card('Return').closest<HTMLElement>('.graph-card')?.style.transform
    await screen.findByRole('article', { name: /^Return,/ })
    const early = at()
    answer()
    await waitFor(() => expect(field()).toBe(null))
    expect(at()).toBe(early)
    const { x, y } = places(plan)[node.id]
    expect(early).toBe(`translate(${x}px, ${y}px)`)
  })

  it('a title that is refused stays in its field', async () => {
    const { user, plan, container } = await open()
    plan.api.on(nodesApi.create, () => ({ status: 422, code: 'limit_reached', error: 'The plan is full.' }))
    doubleClick(pane(container))
    await user.keyboard('Return{Enter}')

    expect(await screen.findByText('The plan is full.')).toBeTruthy()
    expect(field()).toHaveProperty('value', 'Return')
    await user.keyboard('{Escape}')
    expect(field()).toBe(null)
  })

  it('the plus of a card adds a child', async () => {
    const { user, plan } = await open()
    await user.hover(card('Walk'))
    fireEvent.click(screen.getByRole('button', { name: 'Add child to Walk' }))
    expect(document.activeElement).toBe(field())
    await user.keyboard('Rest{Enter}')

    await waitFor(() => expect(plan.outline.slice(-2)).toEqual(['  Walk', '    Rest']))
  })

  it('the menu selects all and changes the direction', async () => {
    const { user, container } = await open()
    fireEvent.contextMenu(pane(container))
    await user.click(await screen.findByRole('menuitem', { name: /^Select all/ }))
    expect(screen.getByText('Selected: Trip, Prepare, Pack, Train, Walk')).toBeTruthy()

    fireEvent.contextMenu(pane(container))
    await user.click(await screen.findByRole('menuitem', { name: 'Lay out from left to right' }))
    expect(await screen.findByRole('button', { name: 'Lay out from top to bottom' })).toBeTruthy()
    localStorage.removeItem('graph_direction')
  })

  it('the zoom menu has levels, and what the wheel does is kept', async () => {
    const { user } = await open()
    const zoom = () => screen.getByRole('button', { name: /^Zoom: / })
    await user.click(zoom())
    await user.click(await screen.findByRole('menuitemradio', { name: '50%' }))
    await waitFor(() => expect(zoom().textContent).toBe('50%'))

    await user.click(zoom())
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Wheel zooms' }))
    expect(localStorage.getItem('graph_wheel_zooms')).toBe('true')
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Wheel zooms' }))
    expect(localStorage.getItem('graph_wheel_zooms')).toBe(null)
  })

  it.each(['viewer', 'editor'] as const)('a %s gets the menu entries of the role', async (role) => {
    const { container, user } = await open({ role })
    fireEvent.contextMenu(pane(container))
    const there = role === 'editor' ? 1 : 0
    expect(await screen.findByRole('menuitem', { name: 'Tidy up' })).toBeTruthy()
    expect(screen.queryAllByRole('menuitem', { name: /^Add node|^Select all/ })).toHaveLength(2 * there)
    await user.keyboard('{Escape}')

    doubleClick(pane(container))
    expect(screen.queryAllByRole('textbox')).toHaveLength(there)
    await user.hover(card('Walk'))
    expect(screen.queryAllByRole('button', { name: 'Add child to Walk' })).toHaveLength(there)
  })
})
