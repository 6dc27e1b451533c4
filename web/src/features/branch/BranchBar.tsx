import type { Plan } from '@cairn/contract/api/plans'
import { ChevronRight, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { branchPath, useShownCounts } from '../../view-state/branch.ts'

interface Props {
  plan: Plan
  nodes: PlanNodes
  branchId: string | null
  /** Shows a branch, or the whole plan for null. */
  onShow: (id: string | null) => void
}

/** The path to the focused branch, its progress, and the way back to the whole plan. */
export function BranchBar(props: Props) {
  const branch = useNode(props.nodes, props.branchId)
  return (
    <>
      {/* Always there, because screen readers do not announce a status that appears with its text. */}
      <p role="status" className="sr-only">
        {branch && `Showing ${titleOf(branch)}`}
      </p>
      {branch && <Bar {...props} branch={branch} />}
    </>
  )
}

function Bar({ plan, nodes, branch, onShow }: Props & { branch: StoredNode }) {
  const above = usePathIds(nodes, branch.id).slice(0, -1)
  const { completed, total } = useShownCounts(nodes, branch.id)
  return (
    <div className="flex h-10 shrink-0 items-center gap-3 border-line border-b bg-accent-soft/40 px-4 text-13">
      <nav aria-label="Focused branch" className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center">
          <li className="flex min-w-8 items-center">
            <Crumb title={plan.title} onClick={() => onShow(null)} />
          </li>
          {above.map((id) => (
            <NodeCrumb key={id} nodes={nodes} id={id} onShow={onShow} />
          ))}
          <li className="flex min-w-12 shrink-3 items-center">
            <Arrow />
            <span aria-current="location" title={titleOf(branch)} className="truncate px-1.5 font-medium">
              {titleOf(branch)}
            </span>
          </li>
        </ol>
      </nav>
      <p className="min-w-0 max-w-96 truncate text-12 text-muted tabular-nums max-md:hidden">
        {`${formatNumber(completed)} of ${formatNumber(total)} completed in ${titleOf(branch)}`}
      </p>
      <Button
        size="sm"
        variant="ghost"
        icon={<X size={15} aria-hidden />}
        aria-label="Show whole plan"
        title="Show whole plan"
        onClick={() => onShow(null)}
        className="-mr-2 shrink-0"
      >
        <span className="max-sm:hidden">Show whole plan</span>
      </Button>
    </div>
  )
}

/** The nodes from the top level to a node. Changes only when one of them moves. */
function usePathIds(nodes: PlanNodes, id: string): string[] {
  const joined = useSyncExternalStore(nodes.watchAll, () => {
    const path = branchPath({ get: (known) => nodes.get(known), rootId: nodes.structure.rootId }, id)
    return path.map((node) => node.id).join(' ')
  })
  return joined.split(' ')
}

function NodeCrumb({ nodes, id, onShow }: { nodes: PlanNodes; id: string; onShow: Props['onShow'] }) {
  const node = useNode(nodes, id)
  return (
    <li className="flex min-w-8 items-center">
      <Arrow />
      <Crumb title={node ? titleOf(node) : ''} onClick={() => onShow(id)} />
    </li>
  )
}

const Arrow = () => <ChevronRight size={14} aria-hidden className="shrink-0 text-faint" />

function Crumb({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <button
      type="button"
      title={title}
      onClick={onClick}
      className="min-w-0 truncate rounded-6 px-1.5 py-1 text-muted hover:bg-hover hover:text-ink pointer-coarse:py-2.5"
    >
      {title}
    </button>
  )
}
