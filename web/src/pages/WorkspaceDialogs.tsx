import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import type { NodeActions } from '../data/nodeActions.ts'
import type { PlanNodes } from '../data/nodeStore.ts'
import { ShareDialog } from '../features/share/ShareDialog.tsx'
import { ShortcutsDialog } from '../features/shortcuts/ShortcutsDialog.tsx'
import { Tour } from '../features/tour/Tour.tsx'
import { CreateNodeDialog } from '../features/tree/CreateNodeDialog.tsx'
import { LinkDialog } from '../features/tree/LinkDialog.tsx'
import { MoveDialog } from '../features/tree/MoveDialog.tsx'
import { RenameDialog } from '../features/tree/RenameDialog.tsx'

/** What stands above the workspace. */
export type Above =
  | { kind: 'create'; under: string | null }
  | { kind: 'move'; ids: readonly string[] }
  | { kind: 'rename'; id: string }
  | { kind: 'link'; id: string }
  | { kind: 'share' | 'help' | 'tour' }

interface Props {
  above: Above | null
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  onOpen: (above: Above | null) => void
  onCreated: (node: PlanNode) => void
}

export function WorkspaceDialogs({ above, plan, nodes, actions, onOpen, onCreated }: Props) {
  const shared = { nodes, actions, onClose: () => onOpen(null) }
  switch (above?.kind) {
    case 'create':
      return (
        <CreateNodeDialog
          {...shared}
          under={above.under}
          onCreated={(node) => {
            onOpen(null)
            onCreated(node)
          }}
        />
      )
    case 'move':
      return <MoveDialog {...shared} ids={above.ids} />
    case 'rename':
      return <RenameDialog {...shared} id={above.id} />
    case 'link':
      return <LinkDialog planId={plan.id} nodes={nodes} id={above.id} onClose={shared.onClose} />
    case 'share':
      return <ShareDialog plan={plan} onClose={shared.onClose} />
    case 'help':
      return (
        <ShortcutsDialog
          canEdit={can(plan.role, 'plan.edit')}
          onClose={shared.onClose}
          onTour={() => onOpen({ kind: 'tour' })}
        />
      )
    case 'tour':
      return <Tour onClose={shared.onClose} />
    default:
      return null
  }
}
