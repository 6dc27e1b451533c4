import type { EdgeKind } from '@cairn/contract/api/edges'
import { Trash2 } from 'lucide-react'
import { refusalOf, useEdgeActions } from '../../actions/edgeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { EDGE_KIND_CHOICES } from '../../display/edgeDisplay.tsx'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { Point } from './layout/geometry.ts'

/** Without an id, the edge has just been drawn and needs its kind. */
export interface OpenEdgeMenu {
  id?: string
  source_id: string
  target_id: string
  kind?: EdgeKind
  /** The position on the screen. */
  at: Point
}

interface Props {
  planId: string
  nodes: PlanNodes
  menu: OpenEdgeMenu
  onClose: () => void
}

/** Sets the kind of a new edge, or changes or removes an existing one. */
export function EdgeMenu({ planId, nodes, menu, onClose }: Props) {
  const { create, change, remove } = useEdgeActions(planId)
  const { id, source_id, target_id, kind, at } = menu
  const name = (nodeId: string) => {
    const node = nodes.get(nodeId)
    return node ? titleOf(node) : 'a node'
  }
  const refused = (error: unknown) => {
    const { message, circle } = refusalOf(error, nodes)
    toast.error(message, circle === null ? {} : { description: circle })
  }
  const choose = (next: EdgeKind) => {
    // Promises, because the menu unmounts before the reply, which would drop the callbacks of `mutate`.
    if (id === undefined) create.mutateAsync({ source_id, target_id, kind: next }).catch(refused)
    else if (next !== kind) change.mutateAsync({ id, kind: next }).catch(refused)
  }
  return (
    <Menu
      open
      align="start"
      side="right"
      onOpenChange={(open) => !open && onClose()}
      trigger={<span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />}
    >
      <p className="line-clamp-4 max-w-64 break-words px-2 py-1.5 text-12 text-muted">
        {kind === 'dependency'
          ? `“${name(target_id)}” depends on “${name(source_id)}”`
          : `${name(source_id)} → ${name(target_id)}`}
      </p>
      <MenuChoice value={kind ?? ''} options={EDGE_KIND_CHOICES} onChange={(next) => choose(next as EdgeKind)} />
      {id !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={16} aria-hidden />}
            onSelect={() => void remove.mutateAsync(id).catch(refused)}
          >
            Remove link
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
