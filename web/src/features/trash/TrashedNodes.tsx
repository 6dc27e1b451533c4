import type { TrashedNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRestoreNode } from '../../actions/restoreNode.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { nodeTrashQuery } from '../../data/nodeTrash.ts'
import { TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { counted } from '../../lib/numbers.ts'
import { shorten } from '../../lib/shorten.ts'
import type { Purge } from './PurgeDialog.tsx'
import { TrashPages } from './TrashPages.tsx'
import { TrashRow } from './TrashRow.tsx'

interface Props {
  plan: Plan
  nodes: PlanNodes
  /** Opens a restored node. */
  onShow: (id: string) => void
  onPurge: ((purge: Purge) => void) | undefined
}

/** The nodes that were deleted directly, latest first. */
export function TrashedNodes({ plan, nodes, onShow, onPurge }: Props) {
  const query = useInfiniteQuery(nodeTrashQuery(plan.id))
  const trash = query.data?.pages.flatMap((page) => page.nodes)
  const { restore, restoringId } = useRestoreNode(plan.id)
  const list = useRef<HTMLDivElement>(null)
  const takeBack = (node: TrashedNode) => {
    // The row and its button are about to be removed.
    list.current?.focus()
    void restore(node, onShow)
  }
  return (
    <TrashPages
      label="Deleted nodes"
      empty={{ title: 'No deleted nodes', text: 'Nodes that you or others delete appear here.' }}
      query={query}
      list={list}
      rows={trash?.map((node) => {
        const title = titleOf(node)
        const below = node.node_count - 1
        const path = pathOf(nodes, node)
        const place = [
          ...(below > 0 ? [`with ${counted(below, 'node')} below it`] : []),
          ...(path === null ? [] : [`in ${shorten(path, 60)}`]),
        ]
        return (
          <TrashRow
            key={node.id}
            icon={<TypeIcon type={node.node_type} />}
            title={title}
            isBusy={restoringId === node.id}
            onRestore={can(plan.role, 'plan.edit') ? () => takeBack(node) : undefined}
            onPurge={
              onPurge &&
              (() =>
                onPurge({
                  title: `Delete “${shorten(title, 60)}” permanently?`,
                  text: `${below > 0 ? `The node and ${counted(below, 'node')} below it` : 'The node'} will be deleted. This can’t be undone.`,
                  wanted: { node_ids: [node.id] },
                }))
            }
            text={place.length > 0 ? place.join(' · ') : null}
            deletedAt={node.deleted_at}
            deletedBy={node.deleted_by}
          />
        )
      })}
    />
  )
}

/** The title of the node's former parent. */
function pathOf(nodes: PlanNodes, { parent_id }: TrashedNode): string | null {
  const parent = parent_id === null ? undefined : nodes.get(parent_id)
  return parent ? titleOf(parent) : null
}
