import { LIMITS } from '@cairn/contract/api/common'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { CriteriaSection } from './CriteriaSection.tsx'
import { DependencySection } from './DependencySection.tsx'
import { TextSection } from './TextSection.tsx'

interface Props {
  nodes: PlanNodes
  node: PlanNode
  actions: NodeActions
  canEdit: boolean
  onSelect: (id: string) => void
  onLink: (id: string) => void
}

/** The description, acceptance criteria, context and dependencies of a node. */
export function DetailsPane({ nodes, node, actions, canEdit, onSelect, onLink }: Props) {
  const shared = { node, actions, canEdit }
  return (
    <div className="flex flex-col gap-4 px-4 py-3">
      <TextSection
        {...shared}
        field="description"
        label="Description"
        prompt="Add description..."
        max={LIMITS.description}
      />
      <CriteriaSection {...shared} />
      <TextSection
        {...shared}
        field="context"
        label="Context"
        prompt="Add context: links, decisions, constraints..."
        max={LIMITS.context}
      />
      <DependencySection
        planId={node.plan_id}
        nodes={nodes}
        nodeId={node.id}
        canEdit={canEdit}
        onSelect={onSelect}
        onLink={() => onLink(node.id)}
      />
      <p className="text-12 text-muted">
        Updated <RelativeTime at={node.updated_at} /> · created <RelativeTime at={node.created_at} />
      </p>
    </div>
  )
}
