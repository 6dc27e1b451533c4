// The graph of a small plan, in a window with a size.
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, vi } from 'vitest'
import { useBulkActions } from '../actions/bulkActions.ts'
import { useNodeActions } from '../actions/nodeActions.ts'
import { PlanNodes } from '../data/nodeStore.ts'
import { PlanGraph } from '../features/graph/PlanGraph.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { NO_FILTER } from '../view-state/nodeFilter.ts'
import { PlanFilter } from '../view-state/planFilter.ts'
import { usePicked, useSelection } from '../view-state/selection.ts'
import type { ViewOptions } from '../view-state/viewOptions.ts'
import { FakePlan } from './fakePlan.ts'
import { makeEdge } from './make.ts'
import { openPart } from './render.tsx'

const OUTLINE = 'Trip\n  Prepare\n    Pack\n    Train\n  Walk'
export const ALL_SHOWN: ViewOptions = {
  labels: true,
  progress: true,
  dependencies: true,
  details: true,
  colorBy: 'status',
}
export const TITLES = ['Trip', 'Prepare', 'Pack', 'Train', 'Walk']

/** The canvas renders what is in its viewport, but jsdom elements have no size. */
export const inSizedWindow = (): void =>
  beforeEach(() => {
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

export async function open({ role = 'owner', options = ALL_SHOWN, prepare }: Opening = {}) {
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

export const card = (title: string) => screen.getByRole('article', { name: new RegExp(`^${title},`) })
export const titles = () =>
  screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label')?.split(',')[0])
export const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]
