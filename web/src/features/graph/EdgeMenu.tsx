import type { EdgeKind } from '@cairn/contract/api/edges'
import { Trash2 } from 'lucide-react'
import { useEdgeActions } from '../../data/edges.ts'
import { titleOf } from '../../data/nodeLook.tsx'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { Point } from './geometry.ts'

/** Without an id the edge has just been drawn, and only needs its kind. */
export interface OpenEdgeMenu {
  id?: string
  source_id: string
  target_id: string
  kind?: EdgeKind
  /** Where on the screen. */
  at: Point
}

interface Props {
  planId: string
  nodes: PlanNodes
  menu: OpenEdgeMenu
  onClose: () => void
}

const KIND_CHOICES = [
  { value: 'dependency', label: 'Dependency', icon: <Line className="border-progress-fill border-dashed" /> },
  { value: 'reference', label: 'Reference', icon: <Line className="border-done-fill border-dotted" /> },
  { value: 'sequence', label: 'Sequence', icon: <Line className="border-sequence-fill border-solid" /> },
] as const

function Line({ className }: { className: string }) {
  return <span aria-hidden className={`w-5 border-t-2 ${className}`} />
}

/** Gives a new edge its kind; changes or deletes one that is there. */
export function EdgeMenu({ planId, nodes, menu, onClose }: Props) {
  const { create, change, remove } = useEdgeActions(planId)
  const { id, source_id, target_id, kind, at } = menu
  const name = (nodeId: string) => {
    const node = nodes.get(nodeId)
    return node ? titleOf(node) : 'a node'
  }
  /** Of a circle the way around is said, because that is what one has to break. */
  const refused = (error: unknown) => {
    const path = circleOf(error)
    const way = path.length > 0 ? { description: path.map(name).join(' → ') } : {}
    toast.error(messageOf(error, 'Failed to save the edge'), way)
  }
  const choose = (next: EdgeKind) => {
    // As promises: the menu is gone by the time of the answer, and with it the callbacks of `mutate`.
    if (id === undefined) create.mutateAsync({ source_id, target_id, kind: next }).catch(refused)
    else if (next !== kind) change.mutateAsync({ id, kind: next }).catch(refused)
  }
  return (
    <Menu
      open
      align="start"
      onOpenChange={(open) => !open && onClose()}
      trigger={<span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />}
    >
      <p className="max-w-64 truncate px-2 py-1.5 text-12 text-muted">
        {name(source_id)} → {name(target_id)}
      </p>
      <MenuChoice value={kind ?? ''} options={KIND_CHOICES} onChange={(next) => choose(next as EdgeKind)} />
      {id !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={16} aria-hidden />}
            onSelect={() => void remove.mutateAsync(id).catch(refused)}
          >
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The ids of the circle that a dependency would close, first and last the same; else none. */
function circleOf(error: unknown): string[] {
  const details = error instanceof ApiError && error.code === 'cycle' ? error.details : undefined
  const path = (details as { path?: unknown } | undefined)?.path
  return Array.isArray(path) ? path.filter((id) => typeof id === 'string') : []
}
