import { ancestry } from '@cairn/contract/rules/tree'
import { ArrowLeft, Ellipsis, Sparkles, TextQuote, Trash2, X } from 'lucide-react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { NODE_ACTIONS } from '../../actions/nodeActionTable.ts'
import { copyNodeLink } from '../../actions/nodeLinks.ts'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { OfflineBadge } from '../../display/OfflineBadge.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { WatchMenu } from './WatchMenu.tsx'

interface Props {
  planId: string
  nodes: PlanNodes
  node: StoredNode
  actions: NodeActions
  canEdit: boolean
  isOverlay: boolean
  /** The title has scrolled away, so it stands here in place of the breadcrumb. */
  showsTitle: boolean
  onSelect: (id: string) => void
  onClose: () => void
}

/** The top row of the panel: breadcrumb, notifications, menu and the way back. It stays when the panel scrolls. */
export function PanelBar({ planId, nodes, node, actions, canEdit, isOverlay, showsTitle, onSelect, onClose }: Props) {
  return (
    <div
      className={cx(
        'flex h-12 shrink-0 items-center gap-1 px-2.5 @max-[620px]:sticky @max-[620px]:top-0 @max-[620px]:z-2 @max-[620px]:bg-canvas',
        showsTitle && '@max-[620px]:border-line @max-[620px]:border-b',
      )}
    >
      {isOverlay && <IconButton label="Back to tree" icon={<ArrowLeft size={18} aria-hidden />} onClick={onClose} />}
      {showsTitle && (
        // The heading below says the same to screen readers.
        <span aria-hidden className="@min-[620px]:hidden min-w-0 flex-1 truncate px-1.5 font-semibold text-14">
          {titleOf(node)}
        </span>
      )}
      <Path nodes={nodes} node={node} onSelect={onSelect} className={cx(showsTitle && '@max-[620px]:hidden')} />
      {node.metadata.drafted_with_ai === true && (
        <Badge tone="accent" icon={<Sparkles size={12} aria-hidden />}>
          AI draft
        </Badge>
      )}
      {/* The panel covers the header of the page. */}
      {isOverlay && <OfflineBadge />}
      <WatchMenu planId={planId} nodeId={node.id} />
      <NodeMenu node={node} actions={actions} canEdit={canEdit} />
      {!isOverlay && <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />}
    </div>
  )
}

function Path({
  nodes,
  node,
  onSelect,
  className,
}: Pick<Props, 'nodes' | 'node' | 'onSelect'> & { className: string }) {
  const above = ancestry(nodes.all, node.id).slice(0, -1)
  // The names of more would be cut to a letter each.
  const isDeep = above.length > 3
  return (
    <nav
      aria-label="Breadcrumb"
      className={cx('flex min-w-0 flex-1 items-center px-0.5 text-12 text-muted', className)}
    >
      {above.map((ancestor, index) => (
        <span
          key={ancestor.id}
          className={cx('flex min-w-0 items-center', isDeep && index > 0 && index < above.length - 2 && 'hidden')}
        >
          {index > 0 && (
            <span aria-hidden className="shrink-0 whitespace-nowrap">
              {isDeep && index === above.length - 2 ? '/ … /' : '/'}
            </span>
          )}
          <button
            type="button"
            title={titleOf(ancestor)}
            onClick={() => onSelect(ancestor.id)}
            className="min-w-6 truncate rounded-6 px-1 py-0.5 hover:bg-hover hover:text-ink pointer-coarse:py-2"
          >
            {titleOf(ancestor)}
          </button>
        </span>
      ))}
    </nav>
  )
}

function NodeMenu({ node, actions, canEdit }: Pick<Props, 'node' | 'actions' | 'canEdit'>) {
  const { label, Icon } = NODE_ACTIONS.copyLink
  return (
    <Menu trigger={<IconButton label="Node actions" icon={<Ellipsis size={18} aria-hidden />} />}>
      <MenuItem icon={<Icon size={16} aria-hidden />} onSelect={() => copyNodeLink(node)}>
        {label}
      </MenuItem>
      {canEdit && (
        <>
          {actions.ai && (
            <MenuItem icon={<Sparkles size={16} aria-hidden />} onSelect={() => actions.ai?.breakDown(node.id)}>
              Break down…
            </MenuItem>
          )}
          {actions.ai && node.metadata.child_count > 0 && (
            <MenuItem icon={<TextQuote size={16} aria-hidden />} onSelect={() => actions.ai?.summarize(node.id)}>
              Summarize…
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={() => actions.remove(node.id)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
