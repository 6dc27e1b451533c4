import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { nodesApi } from '@cairn/contract/api/nodes'
import { PLAN_ROLES, type PlanRole } from '@cairn/contract/rules/permissions'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useBulkActions } from '../../actions/bulkActions.ts'
import { useNodeActions } from '../../actions/nodeActions.ts'
import { PlanNodes } from '../../data/nodeStore.ts'
import { hasDrafts } from '../../lib/drafts.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeEdge, makeEvent, makeNode } from '../../test/make.ts'
import { openPart } from '../../test/render.tsx'
import { Toaster } from '../../ui/Toast.tsx'
import { NO_FILTER } from '../../view-state/nodeFilter.ts'
import { PlanFilter } from '../../view-state/planFilter.ts'
import { usePicked, useSelection } from '../../view-state/selection.ts'
import type { ViewOptions } from '../../view-state/viewOptions.ts'
import { PlanGraph } from './PlanGraph.tsx'

const OUTLINE = 'Trip\n  Prepare\n    Pack\n    Train\n  Walk'
const ALL_SHOWN: ViewOptions = { labels: true, progress: true, dependencies: true, details: true, colorBy: 'status' }
const TITLES = ['Trip', 'Prepare', 'Pack', 'Train', 'Walk']

beforeEach(() => {
  // The canvas renders what is in its viewport, but jsdom elements have no size.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800)
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: /reduced-motion|any-pointer: fine/.test(query),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )
})

function Graph({ plan, nodes, options }: { plan: FakePlan; nodes: PlanNodes; options: ViewOptions }) {
  const actions = useNodeActions(plan.plan.id, nodes)
  const bulk = useBulkActions(plan.plan.id, nodes, actions)
  const selection = useSelection(nodes)
  const picked = usePicked(selection)
  const [filter] = useState(() => new PlanFilter(NO_FILTER))
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [branchId, setBranchId] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(true)
  const opened = selectedId === null ? undefined : nodes.get(selectedId)
  return (
    <>
      {isOpen && (
        <PlanGraph
          plan={plan.plan}
          nodes={nodes}
          actions={actions}
          bulk={bulk}
          selection={selection}
          branchId={branchId}
          onBranch={setBranchId}
          filter={filter}
          hasFilterBar
          selectedId={selectedId}
          options={options}
          onSelect={setSelectedId}
          onAdd={() => undefined}
          onAddChild={() => undefined}
          onMove={() => undefined}
          onLink={() => undefined}
          onExitFull={undefined}
        />
      )}
      <Toaster />
      <button type="button" onClick={() => setOpen(false)}>
        Close graph
      </button>
      <button type="button" onClick={() => setBranchId(null)}>
        Show whole plan
      </button>
      <button type="button" onClick={() => filter.set({ ...NO_FILTER, search: 'train' })}>
        Search for train
      </button>
      <p>Open: {opened?.title}</p>
      <p>Selected: {[...picked].map((id) => nodes.get(id)?.title).join(', ')}</p>
    </>
  )
}

interface Opening {
  role?: PlanRole
  options?: ViewOptions
  prepare?: (plan: FakePlan) => void
}

async function open({ role = 'owner', options = ALL_SHOWN, prepare }: Opening = {}) {
  const plan = new FakePlan(OUTLINE, { role })
  prepare?.(plan)
  plan.edges.push(makeEdge({ source_id: plan.node('Pack').id, target_id: plan.node('Train').id }))
  const nodes = new PlanNodes()
  nodes.load(
    TITLES.map((title) => plan.node(title)),
    { revision: 1, epoch: 'first' },
  )
  const { container, user } = openPart(<Graph plan={plan} nodes={nodes} options={options} />)
  await screen.findByRole('article', { name: /^Walk,/ })
  const edges = () => container.querySelectorAll('.graph-edge').length
  return { plan, nodes, edges, container, user }
}

const card = (title: string) => screen.getByRole('article', { name: new RegExp(`^${title},`) })
const titles = () =>
  screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label')?.split(',')[0])
const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]

describe('by keyboard', () => {
  it('Tab reaches one card, and arrow keys move to parents, children and siblings', async () => {
    const { user } = await open()
    await user.tab()
    expect(focused()).toBe('Trip')

    const path: Record<string, string>[] = [
      { ArrowDown: 'Prepare' },
      { ArrowRight: 'Walk' },
      { ArrowRight: 'Walk' },
      { ArrowLeft: 'Prepare' },
      { ArrowDown: 'Pack' },
      { ArrowRight: 'Train' },
      { ArrowUp: 'Prepare' },
      { ArrowDown: 'Pack' },
      { Home: 'Trip' },
      { ArrowUp: 'Trip' },
    ]
    for (const step of path)
      for (const [key, title] of Object.entries(step)) {
        await user.keyboard(`{${key}}`)
        expect(focused()).toBe(title)
      }

    await user.tab()
    expect(focused()).toBe(undefined)
    await user.tab({ shift: true })
    expect(focused()).toBe('Trip')
  })

  it('the space bar collapses and expands a branch, and the down arrow expands a collapsed one first', async () => {
    const { user } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown} ')
    await waitFor(() => expect(titles()).toEqual(['Trip', 'Prepare', 'Walk']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Prepare, Task, Not started, collapsed')

    await user.keyboard('{ArrowDown}')
    await screen.findByRole('article', { name: /^Pack,/ })
    expect(focused()).toBe('Prepare')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Pack')
  })

  it('Enter opens a node, F2 renames it, and the focus stays on its card', async () => {
    const { user, plan } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(screen.getByText('Open: Pack')).toBeTruthy()
    expect(focused()).toBe('Pack')

    await user.keyboard('{F2}Fill the bag{Enter}')
    await waitFor(() => expect(focused()).toBe('Fill the bag'))
    expect(plan.outline).toContain('    Fill the bag')

    await user.keyboard('{F2}Something else{Escape}')
    await waitFor(() => expect(focused()).toBe('Fill the bag'))
    expect(plan.api.sentTo(nodesApi.update)).toHaveLength(1)
  })

  it('the menu key opens the menu of the card, which returns the focus', async () => {
    const { user } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ContextMenu}')
    await screen.findByRole('menuitem', { name: 'Add child' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Prepare'))

    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
  })

  it('the menu duplicates a node, and the focus stays on its card', async () => {
    const { user, plan } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ContextMenu}')
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))

    await waitFor(() => expect(plan.outline.at(-2)).toBe('  Prepare (copy)'))
    await waitFor(() => expect(focused()).toBe('Prepare'))
  })

  it('a node is completed by its circle and by Ctrl+Enter', async () => {
    const { user, plan } = await open()
    await user.click(within(card('Pack')).getByRole('button', { name: 'Completed' }))
    await waitFor(() => expect(plan.node('Pack').status).toBe('completed'))
    expect(screen.getByText('Open:')).toBeTruthy()
    act(() => card('Train').focus())
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(plan.node('Train').status).toBe('completed'))
  })

  it('Shift and Ctrl select several nodes, and Escape clears the selection', async () => {
    const { user } = await open()
    const selected = () => screen.getByText(/^Selected:/).textContent
    await user.tab()
    await user.keyboard('{ArrowDown}{Shift>} {/Shift}{Shift>}{ArrowRight}{/Shift}')
    expect(focused()).toBe('Walk')
    expect(selected()).toBe('Selected: Prepare, Walk')
    expect(card('Walk').getAttribute('aria-label')).toMatch(/, selected$/)
    await user.keyboard('{Control>} {/Control}')
    expect(selected()).toBe('Selected: Prepare')

    await user.keyboard('{Control>}a{/Control}')
    expect(selected()).toBe('Selected: Trip, Prepare, Pack, Train, Walk')
    await user.keyboard('{Escape}')
    expect([selected(), focused()]).toEqual(['Selected: ', 'Walk'])
  })

  it('Delete deletes all selected nodes', async () => {
    const { user, plan } = await open()
    plan.api.on(nodeBulkApi.bulk, () => ({ reply: [] }))
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Delete}')

    await waitFor(() => expect(plan.api.sentTo(nodeBulkApi.bulk)).toHaveLength(1))
    expect(plan.api.sentTo(nodeBulkApi.bulk)[0]?.body).toEqual({
      node_ids: [plan.node('Pack').id, plan.node('Train').id],
      delete: true,
    })
  })

  it('Delete moves a node to the trash, and the focus to its neighbor or parent', async () => {
    const { user, plan } = await open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Delete}')
    await waitFor(() => expect(focused()).toBe('Train'))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(focused()).toBe('Prepare'))
    await waitFor(() => expect(plan.outline).toEqual(['Trip', '  Prepare', '  Walk']))
  })

  it('Delete returns the focus if the node could not be deleted', async () => {
    const { user, plan } = await open()
    plan.api.on(nodesApi.delete, () => ({ status: 503, error: 'Unavailable', code: 'unavailable' }))
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Delete}')
    await screen.findByText('Failed to delete “Pack”')
    await waitFor(() => expect(focused()).toBe('Pack'))
  })
})

describe('by touch', () => {
  const finger = { pointerType: 'touch', isPrimary: true, button: 0, clientX: 40, clientY: 30 }
  const menu = () => screen.queryByRole('menu')
  const openGraph = async (role: PlanRole = 'owner') => {
    await open({ role })
    vi.useFakeTimers()
    return { press: card('Walk'), wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
  }

  it.each<PlanRole>(['owner', 'viewer'])(
    'a long press opens the menu of a card and not the card for an %s',
    async (role) => {
      const { press, wait } = await openGraph(role)

      fireEvent.pointerDown(press, finger)
      await wait(499)
      expect(menu()).toBe(null)
      await wait(1)
      fireEvent.pointerUp(press, finger)
      fireEvent.click(press)
      vi.useRealTimers()

      expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeTruthy()
      expect(screen.getByText('Open:')).toBeTruthy()
    },
  )

  it('a finger that moves, lifts early or gets a second one opens no menu', async () => {
    const { press, wait } = await openGraph()

    fireEvent.pointerDown(press, finger)
    fireEvent.pointerMove(press, { ...finger, clientX: 51 })
    await wait(600)
    fireEvent.pointerUp(press, finger)
    fireEvent.pointerDown(press, finger)
    await wait(400)
    fireEvent.pointerUp(press, finger)
    await wait(600)
    fireEvent.pointerDown(press, finger)
    fireEvent.pointerDown(press, { ...finger, isPrimary: false })
    await wait(600)
    vi.useRealTimers()

    expect(menu()).toBe(null)
  })

  it('a small movement is part of a long press, and the next tap opens the card', async () => {
    const { press, wait } = await openGraph()

    fireEvent.pointerDown(press, finger)
    fireEvent.pointerMove(press, { ...finger, clientX: 46 })
    await wait(500)
    fireEvent.pointerUp(press, finger)
    vi.useRealTimers()
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Open' }), { key: 'Escape' })
    await waitFor(() => expect(menu()).toBe(null))
    fireEvent.pointerDown(press, finger)
    fireEvent.pointerUp(press, finger)
    fireEvent.click(press)

    expect(await screen.findByText('Open: Walk')).toBeTruthy()
  })
})

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
  const legend = within(screen.getByRole('region', { name: 'Legend' }))
  expect(legend.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
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
    ...legend.getAllByRole('listitem').map((entry) => entry.textContent),
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

it('shows which nodes the user watches', async () => {
  const { container } = await open({
    prepare: (plan) => plan.watches.set(plan.node('Pack').id, 'watch').set(plan.node('Walk').id, 'mute'),
  })
  await screen.findByRole('article', { name: 'Pack, Task, Not started, 1 node waiting, watched by you' })
  expect(container.querySelectorAll('[title="Watched by you"]')).toHaveLength(1)
})

describe('the path of a node', () => {
  const card = (title: string) => screen.getByRole('article', { name: new RegExp(`^${title},`) })
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
  const place = () => card('Walk').closest<HTMLElement>('.react-flow__node')?.style.transform
  expect(place()).toBe('translate(400px,300px)')

  await user.click(screen.getByRole('button', { name: 'Tidy up' }))
  await waitFor(() => expect(place()).not.toBe('translate(400px,300px)'))
  expect(localStorage.getItem(key(plan))).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(place()).toBe('translate(400px,300px)'))
  expect(JSON.parse(localStorage.getItem(key(plan)) ?? '')).toEqual(dragged(plan))
})

it('says on cards what they wait for, until it is completed', async () => {
  const { user } = await open()
  const label = (title: string) => card(title).getAttribute('aria-label')
  await waitFor(() => expect(label('Train')).toBe('Train, Task, Not started, blocked by 1 node'))
  expect(within(card('Train')).getByText('blocked by 1').title).toBe('Waits for 1 unfinished node')
  expect(label('Pack')).toBe('Pack, Task, Not started, 1 node waiting')
  expect(within(card('Pack')).getByText('blocks 1').title).toBe('1 unfinished node waits for this one')

  await user.click(within(card('Pack')).getByRole('button', { name: 'Completed' }))

  await waitFor(() => expect(label('Train')).toBe('Train, Task, Not started'))
  expect(within(card('Train')).queryByText('blocked by 1')).toBeNull()
})

it('hides all edges when Dependencies is off', async () => {
  const { edges } = await open({ options: { ...ALL_SHOWN, dependencies: false } })

  expect(edges()).toBe(0)
})

describe('on the empty canvas', () => {
  const pane = (container: HTMLElement) => {
    const element = container.querySelector('.react-flow__pane')
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

    const at = () => card('Return').closest<HTMLElement>('.react-flow__node')?.style.transform
    await screen.findByRole('article', { name: /^Return,/ })
    const early = at()
    answer()
    await waitFor(() => expect(field()).toBe(null))
    expect(at()).toBe(early)
    const { x, y } = places(plan)[node.id]
    expect(early).toBe(`translate(${x}px,${y}px)`)
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

describe.each(PLAN_ROLES)('for %s', (role) => {
  const mayEdit = role !== 'viewer' && role !== 'commenter'

  it(`shows everything, ${mayEdit ? 'with controls that change it' : 'without controls that change it'}`, async () => {
    const { user, plan, container } = await open({ role })
    const there = mayEdit ? 1 : 0
    expect(screen.queryAllByRole('button', { name: 'Add Node' })).toHaveLength(there)
    await user.hover(card('Pack'))
    expect(container.querySelectorAll('.graph-handle.connectable').length > 0).toBe(mayEdit)
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
