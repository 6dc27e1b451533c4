import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { card, inSizedWindow, open } from '../../test/graph.tsx'
import { makeEvent } from '../../test/make.ts'

inSizedWindow()
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue()
})

const mouse = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1 }
const placeOf = (title: string) => {
  const [x = Number.NaN, y = Number.NaN] =
    card(title)
      .closest<HTMLElement>('.graph-card')
      ?.style.transform.match(/-?[\d.]+/g)
      ?.map(Number) ?? []
  return { x, y }
}
/** Presses an element in the middle of the view, and moves the pointer by as much. Leaves it pressed. */
function drag(element: Element, by: { x: number; y: number }, keys: { ctrlKey?: boolean } = {}) {
  const at = { ...keys, clientX: 600, clientY: 400 }
  const to = { clientX: at.clientX + by.x, clientY: at.clientY + by.y }
  fireEvent.pointerDown(element, { ...mouse, ...at })
  fireEvent.pointerMove(element, { ...mouse, ...to })
  return { release: () => fireEvent.pointerUp(element, { ...mouse, ...to, buttons: 0 }) }
}
/** Puts an element under the pointer. */
const under = (element: Element | null) => vi.spyOn(document, 'elementFromPoint').mockReturnValue(element)
const storedPlaces = (planId: string) => JSON.parse(localStorage.getItem(`node_positions:${planId}`) ?? 'null')
/** The zoom at which the small plan is shown. */
const zoom = (container: HTMLElement) =>
  Number(container.querySelector<HTMLElement>('.graph-layer')?.style.transform.match(/scale\((.+)\)/)?.[1])

describe('a card that is dragged', () => {
  it('follows the pointer, keeps its position, and Undo takes it back', async () => {
    const { plan, user, container } = await open()
    const before = placeOf('Walk')
    const { release } = drag(card('Walk'), { x: 60, y: 30 })
    const scale = zoom(container)
    const after = { x: before.x + Math.round(60 / scale), y: before.y + Math.round(30 / scale) }
    expect(placeOf('Walk')).toEqual(after)
    expect(storedPlaces(plan.plan.id)).toBeNull()

    release()
    expect(storedPlaces(plan.plan.id)).toEqual({ [plan.node('Walk').id]: after })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(placeOf('Walk')).toEqual(before))
  })

  it('goes where another tab moves it, except while it is dragged here', async () => {
    const { plan } = await open()
    const key = `node_positions:${plan.plan.id}`
    const moveElsewhere = (places: Record<string, { x: number; y: number }>) => {
      const event = new StorageEvent('storage', {
        key,
        oldValue: localStorage.getItem(key),
        newValue: JSON.stringify(places),
      })
      localStorage.setItem(key, JSON.stringify(places))
      act(() => void window.dispatchEvent(event))
    }
    const [walk, train] = [plan.node('Walk').id, plan.node('Train').id]

    moveElsewhere({ [walk]: { x: 40, y: 400 } })
    await waitFor(() => expect(placeOf('Walk')).toEqual({ x: 40, y: 400 }))

    const { release } = drag(card('Walk'), { x: 60, y: 30 })
    const dragged = placeOf('Walk')
    moveElsewhere({ [walk]: { x: 40, y: 400 }, [train]: { x: 90, y: 500 } })
    await waitFor(() => expect(placeOf('Train')).toEqual({ x: 90, y: 500 }))
    expect(placeOf('Walk')).toEqual(dragged)
    release()
    expect(storedPlaces(plan.plan.id)).toEqual({ [walk]: dragged, [train]: { x: 90, y: 500 } })
  })

  it('stays under the pointer when the wheel has moved the canvas', async () => {
    const { container } = await open()
    const { release } = drag(card('Walk'), { x: 60, y: 30 })
    const before = placeOf('Walk')
    fireEvent.wheel(screen.getByRole('application'), { deltaY: 90 })
    release()
    expect(placeOf('Walk').y - before.y).toBeCloseTo(90 / zoom(container), 0)
  })

  it('goes back when Escape is pressed', async () => {
    const { plan } = await open()
    const before = placeOf('Walk')
    const { release } = drag(card('Walk'), { x: 60, y: 30 })
    expect(placeOf('Walk')).not.toEqual(before)

    fireEvent.keyDown(card('Walk'), { key: 'Escape' })
    expect(placeOf('Walk')).toEqual(before)
    release()
    expect([placeOf('Walk'), storedPlaces(plan.plan.id)]).toEqual([before, null])
  })

  it('takes along the other selected ones, and is selected itself', async () => {
    await open()
    for (const title of ['Pack', 'Train']) fireEvent.click(card(title), { ctrlKey: true })
    const [pack, train, walk] = ['Pack', 'Train', 'Walk'].map(placeOf)
    drag(card('Pack'), { x: 50, y: 0 }).release()
    const way = placeOf('Pack').x - (pack?.x ?? 0)
    expect(way).toBeGreaterThan(0)
    expect([placeOf('Train').x - (train?.x ?? 0), placeOf('Walk')]).toEqual([way, walk])

    drag(card('Walk'), { x: 50, y: 0 }).release()
    expect(screen.getByText('Selected: Walk')).toBeTruthy()
    expect(placeOf('Pack').x - (pack?.x ?? 0)).toBe(way)
  })

  it('joins the selected ones with Ctrl, and Escape brings back what was selected', async () => {
    await open()
    fireEvent.click(card('Pack'), { ctrlKey: true })
    const [pack, walk] = ['Pack', 'Walk'].map(placeOf)
    drag(card('Walk'), { x: 50, y: 0 }, { ctrlKey: true }).release()
    expect(screen.getByText('Selected: Pack, Walk')).toBeTruthy()
    expect(placeOf('Pack').x - (pack?.x ?? 0)).toBe(placeOf('Walk').x - (walk?.x ?? 0))

    drag(card('Train'), { x: 50, y: 0 })
    expect(screen.getByText('Selected: Train')).toBeTruthy()
    fireEvent.keyDown(card('Train'), { key: 'Escape' })
    expect(screen.getByText('Selected: Pack, Walk')).toBeTruthy()
  })

  it('takes along what is below it, which gets no position of its own when both are selected', async () => {
    const { plan } = await open()
    for (const title of ['Prepare', 'Pack', 'Train']) fireEvent.click(card(title), { ctrlKey: true })
    const [prepare, pack] = ['Prepare', 'Pack'].map(placeOf)
    drag(card('Prepare'), { x: 50, y: 0 }).release()
    expect(Object.keys(storedPlaces(plan.plan.id))).toEqual([plan.node('Prepare').id])
    expect(placeOf('Pack').x - (pack?.x ?? 0)).toBe(placeOf('Prepare').x - (prepare?.x ?? 0))
  })

  it('keeps no position when another person deletes its node', async () => {
    const { plan, nodes } = await open()
    const { release } = drag(card('Walk'), { x: 60, y: 30 })
    const { id, parent_id, order_index } = plan.node('Walk')
    const before = { parent_id, order_index, count: 1 }
    act(() => {
      nodes.apply([makeEvent('node.deleted', { before, after: null }, { revision: 2, node_id: id })])
    })
    await waitFor(() => expect(screen.queryByRole('article', { name: /^Walk,/ })).toBeNull())
    release()
    expect(storedPlaces(plan.plan.id)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('moves the canvas for a viewer', async () => {
    const { container } = await open({ role: 'viewer' })
    const layer = () => container.querySelector<HTMLElement>('.graph-layer')?.style.transform
    const [before, canvas] = [placeOf('Walk'), layer()]
    drag(card('Walk'), { x: 60, y: 30 }).release()
    expect(placeOf('Walk')).toEqual(before)
    expect(layer()).not.toBe(canvas)
  })
})

describe('a line that is drawn', () => {
  const handleOf = async (title: string, user: Awaited<ReturnType<typeof open>>['user'], end: string) => {
    await user.hover(card(title))
    const handle = card(title).querySelector(`.graph-handle.${end}`)
    if (!handle) throw new Error('There is no handle')
    return handle
  }

  it('connects with the card under the pointer, in its direction', async () => {
    const { user, container } = await open()
    under(card('Walk'))
    const line = drag(await handleOf('Pack', user, 'source'), { x: 60, y: 30 })
    expect(container.querySelector('.graph-drag-line rect')).toBeTruthy()
    line.release()
    expect(container.querySelector('.graph-drag-line')).toBeNull()
    expect(await screen.findByText('Pack → Walk')).toBeTruthy()
    await user.keyboard('{Escape}')

    drag(await handleOf('Pack', user, 'target'), { x: 60, y: 30 }).release()
    expect(await screen.findByText('Walk → Pack')).toBeTruthy()
  })

  it('connects nothing on its own card or after Escape, and begins a node on the empty canvas', async () => {
    const { user, container } = await open()
    under(card('Pack'))
    drag(await handleOf('Pack', user, 'source'), { x: 60, y: 30 }).release()
    under(card('Walk'))
    const line = drag(await handleOf('Pack', user, 'source'), { x: 60, y: 30 })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(container.querySelector('.graph-drag-line')).toBeNull()
    line.release()
    expect(screen.queryByRole('menu')).toBeNull()

    under(container.querySelector('.graph-pane'))
    drag(await handleOf('Pack', user, 'source'), { x: 60, y: 30 }).release()
    expect(screen.getByRole('textbox', { name: 'New node title' })).toBeTruthy()
  })
})

describe('a drag on the empty canvas', () => {
  const pane = () => screen.getByRole('application')

  it('moves it, and selects nothing', async () => {
    const { container } = await open()
    const layer = () => container.querySelector<HTMLElement>('.graph-layer')?.style.transform
    fireEvent.click(card('Walk'), { ctrlKey: true })
    const before = layer()
    drag(pane(), { x: -80, y: 20 }).release()
    expect(layer()).not.toBe(before)
    expect(screen.getByText('Selected: Walk')).toBeTruthy()
  })

  it('with Shift selects the cards in the box, until Escape', async () => {
    const { container } = await open()
    fireEvent.click(card('Walk'), { ctrlKey: true })
    const all = { clientX: 1199, clientY: 799 }
    // Over a card too.
    fireEvent.pointerDown(card('Pack'), { ...mouse, shiftKey: true, clientX: 1, clientY: 1 })
    fireEvent.pointerMove(pane(), { ...mouse, ...all })
    expect(container.querySelector('[data-testid=selection-box]')).toBeTruthy()
    expect(screen.getByText(/^Selected: /).textContent).toContain('Trip')

    fireEvent.keyDown(pane(), { key: 'Escape' })
    expect(container.querySelector('[data-testid=selection-box]')).toBeNull()
    expect(screen.getByText('Selected: Walk')).toBeTruthy()
  })
})

describe('a double click whose second click lands beside the card, because the first one has opened a panel', () => {
  /** Clicks a card, and then what is now at its place. Returns whether the second click did anything there. */
  function clickTwice(title: string, beside: Element): boolean {
    const handle = vi.fn()
    for (const detail of [1, 2])
      for (const type of ['mouseDown', 'click'] as const)
        fireEvent[type](detail === 1 ? card(title) : beside, { detail })
    beside.addEventListener('dblclick', handle)
    fireEvent.doubleClick(beside, { detail: 2 })
    beside.removeEventListener('dblclick', handle)
    return handle.mock.calls.length > 0
  }
  const field = () => screen.queryByRole('textbox', { name: 'Title' })

  it('edits the title of the card, and nothing else', async () => {
    await open()
    under(screen.getByRole('application'))
    expect(clickTwice('Walk', document.body)).toBe(false)
    expect(field()).toHaveProperty('value', 'Walk')
    fireEvent.keyDown(field() as Element, { key: 'Escape' })

    expect(clickTwice('Walk', card('Pack'))).toBe(false)
    expect(field()).toHaveProperty('value', 'Walk')
    fireEvent.keyDown(field() as Element, { key: 'Escape' })

    fireEvent.click(screen.getByRole('application'), { detail: 1 })
    clickTwice('Walk', screen.getByRole('application'))
    expect(screen.queryByRole('textbox', { name: 'New node title' })).toBeNull()
    expect(field()).toHaveProperty('value', 'Walk')
  })

  it('stays where it lands when the panel covers the graph', async () => {
    await open()
    under(document.body)
    expect(clickTwice('Walk', document.body)).toBe(true)
    expect(field()).toBeNull()
  })
})
