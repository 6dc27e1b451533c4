import { TRASH_DAYS } from '@cairn/contract/api/common'
import type { TrashedNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useRestoreNode } from '../../actions/restoreNode.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { nodeTrashQuery } from '../../data/nodeTrash.ts'
import { TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { counted } from '../../lib/numbers.ts'
import { shorten } from '../../lib/shorten.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  plan: Plan
  nodes: PlanNodes
  /** Opens a restored node. */
  onShow: (id: string) => void
  onClose: () => void
}

/** The deleted nodes of a plan: what, when and by whom. Users who can edit can restore them. */
export function TrashDialog({ plan, nodes, onShow, onClose }: Props) {
  return (
    <Dialog
      open
      title="Trash"
      description={`Deleted nodes are kept for ${TRASH_DAYS} days.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <TrashList plan={plan} nodes={nodes} onShow={onShow} />
    </Dialog>
  )
}

function TrashList({ plan, nodes, onShow }: Omit<Props, 'onClose'>) {
  const query = useInfiniteQuery(nodeTrashQuery(plan.id))
  const trash = query.data?.pages.flatMap((page) => page.nodes)
  const { restore, restoringId } = useRestoreNode(plan.id)
  const list = useRef<HTMLDivElement>(null)
  const takeBack = (node: TrashedNode) => {
    // The row and its button are about to be removed.
    list.current?.focus()
    void restore(node, onShow)
  }
  if (query.isError)
    return (
      <Notice look="error">
        <p>{messageOf(query.error, 'Failed to load trash')}</p>
        <Button size="sm" className="mt-2" onClick={() => query.refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!trash) return <TrashSkeleton />
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col outline-none">
      {trash.length === 0 && (
        <EmptyState
          icon={<Trash2 size={20} />}
          title="No deleted nodes"
          text="Nodes that you or others delete appear here."
        />
      )}
      <ul aria-label="Deleted nodes" className="divide-y divide-line empty:hidden">
        {trash.map((node) => (
          <TrashedRow
            key={node.id}
            node={node}
            path={pathOf(nodes, node)}
            isBusy={restoringId === node.id}
            onRestore={can(plan.role, 'plan.edit') ? () => takeBack(node) : undefined}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="mt-3 self-center"
          busy={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  node: TrashedNode
  /** The node's former parents. */
  path: string | null
  isBusy: boolean
  onRestore: (() => void) | undefined
}

function TrashedRow({ node, path, isBusy, onRestore }: RowProps) {
  const title = titleOf(node)
  const below = node.node_count - 1
  return (
    <li className="flex items-center gap-3 py-2.5">
      <TypeIcon type={node.node_type} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span dir="auto" className="truncate font-medium text-13" title={title}>
          {title}
        </span>
        <span className="break-words text-12 text-muted">
          {below > 0 && `with ${counted(below, 'node')} below it · `}
          {path !== null && `in ${shorten(path, 60)} · `}
          deleted <RelativeTime at={node.deleted_at} />
          {node.deleted_by && ` by ${node.deleted_by.name}`}
        </span>
      </div>
      {onRestore && (
        <Button size="sm" busy={isBusy} onClick={onRestore} aria-label={`Restore ${title}`}>
          Restore
        </Button>
      )}
    </li>
  )
}

function pathOf(nodes: PlanNodes, { parent_id }: TrashedNode): string | null {
  const parent = parent_id === null ? undefined : nodes.get(parent_id)
  return parent ? titleOf(parent) : null
}

function TrashSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4 py-2">
      {[1, 2, 3].map((key) => (
        <div key={key} className="flex items-center gap-3">
          <Skeleton className="size-5 rounded-6" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}
