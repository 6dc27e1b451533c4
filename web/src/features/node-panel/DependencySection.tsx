import type { EdgeKind, PlanEdge } from '@cairn/contract/api/edges'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalOf, useEdgeActions } from '../../actions/edgeActions.ts'
import { edgesQuery } from '../../data/edges.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode, useStructure } from '../../data/nodes.ts'
import { EDGE_KIND_CHOICES, RELATIONS, type Relation, relationLabel } from '../../display/edgeDisplay.tsx'
import { NODE_STATUS, StatusIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { Nothing, Section } from './Section.tsx'

interface Props {
  planId: string
  nodes: PlanNodes
  nodeId: string
  canEdit: boolean
  onSelect: (id: string) => void
  /** Opens the dialog that links this node to another one. */
  onLink: () => void
}

interface Link extends Relation {
  edge: PlanEdge
  otherId: string
}

/** The edges of the node as a list, grouped by kind and direction. */
export function DependencySection({ planId, nodes, nodeId, canEdit, onSelect, onLink }: Props) {
  const { data: edges, isError, error, refetch } = useQuery(edgesQuery(planId))
  const { change, remove } = useEdgeActions(planId)
  const [failure, setFailure] = useState<unknown>(null)
  const isShown = useIsShown()
  useStructure(nodes) // Edges of deleted nodes are not listed.
  const links = (edges ?? []).flatMap((edge) => linkOf(edge, nodeId)).filter(({ otherId }) => nodes.get(otherId))
  const refusal = failure === null ? null : refusalOf(failure, nodes)
  const attempt = (work: Promise<unknown>) => {
    setFailure(null)
    work.catch((error: unknown) => {
      if (isShown.current) setFailure(error)
      else toast.error(messageOf(error, 'Failed to change the link'))
    })
  }

  return (
    <Section
      label="Dependencies"
      action={
        canEdit &&
        links.length > 0 && (
          <IconButton size="sm" label="Add link" icon={<Plus size={15} aria-hidden />} onClick={onLink} />
        )
      }
    >
      {refusal && (
        <Notice look="error">
          <p>{refusal.message}</p>
          {refusal.circle && <p>{refusal.circle}</p>}
        </Notice>
      )}
      {RELATIONS.map((relation) => {
        const same = links.filter(({ edge, way }) => edge.kind === relation.kind && way === relation.way)
        if (same.length === 0) return null
        const label = relationLabel(relation)
        return (
          <div key={label} className="flex flex-col">
            <h4 className="text-12 text-muted">{label}</h4>
            <ul aria-label={label}>
              {same.map((link) => (
                <LinkRow
                  key={link.edge.id}
                  nodes={nodes}
                  link={link}
                  onSelect={onSelect}
                  {...(canEdit
                    ? {
                        onChange: (kind: EdgeKind) => attempt(change.mutateAsync({ id: link.edge.id, kind })),
                        onRemove: () => attempt(remove.mutateAsync(link.edge.id)),
                      }
                    : {})}
                />
              ))}
            </ul>
          </div>
        )
      })}
      {isError && (
        <Notice look="error">
          <p>{messageOf(error, 'Failed to load dependencies')}</p>
          <Button size="sm" className="mt-2" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!edges && !isError && <Skeleton className="h-4 w-2/3" />}
      {edges && links.length === 0 && (
        <Nothing prompt="Link to another node..." {...(canEdit ? { onStart: onLink } : {})} />
      )}
    </Section>
  )
}

function linkOf(edge: PlanEdge, nodeId: string): Link[] {
  const { kind, source_id, target_id } = edge
  if (target_id === nodeId) return [{ edge, kind, way: 'in', otherId: source_id }]
  if (source_id === nodeId) return [{ edge, kind, way: 'out', otherId: target_id }]
  return []
}

interface RowProps {
  nodes: PlanNodes
  link: Link
  onSelect: (id: string) => void
  onChange?: (kind: EdgeKind) => void
  onRemove?: () => void
}

function LinkRow({ nodes, link: { edge, way, otherId }, onSelect, onChange, onRemove }: RowProps) {
  const other = useNode(nodes, otherId)
  if (!other) return null
  const title = titleOf(other)
  const kinds = EDGE_KIND_CHOICES.map(({ value, icon }) => ({
    value,
    icon,
    label: relationLabel({ kind: value, way }),
  }))
  return (
    <li className="-mx-2 flex items-center gap-1 rounded-6 pl-2 hover:bg-hover">
      <button
        type="button"
        aria-label={`${title}, ${NODE_STATUS[other.status].label}`}
        onClick={() => onSelect(otherId)}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 text-left text-13 pointer-coarse:min-h-11"
      >
        <StatusIcon status={other.status} size={15} />
        <span title={title} className="min-w-0 flex-1 truncate">
          {title}
        </span>
      </button>
      {onChange && onRemove && (
        <Menu
          trigger={<IconButton size="sm" label={`Edit link to ${title}`} icon={<Ellipsis size={15} aria-hidden />} />}
        >
          <MenuChoice value={edge.kind} options={kinds} onChange={onChange} />
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={onRemove}>
            Remove link
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}
