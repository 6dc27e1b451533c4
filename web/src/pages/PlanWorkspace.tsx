import type { Plan, PlanTemplate } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLive } from '../data/live.ts'
import { useNodeActions } from '../data/nodeActions.ts'
import { titleOf } from '../data/nodeLook.tsx'
import type { PlanNodes } from '../data/nodeStore.ts'
import { useNode, useNodeCounts } from '../data/nodes.ts'
import { NodePanel } from '../features/node-panel/NodePanel.tsx'
import { PlanHeader } from '../features/plan-header/PlanHeader.tsx'
import { ShareDialog } from '../features/share/ShareDialog.tsx'
import { CreateNodeDialog } from '../features/tree/CreateNodeDialog.tsx'
import { PlanTree } from '../features/tree/PlanTree.tsx'
import { PlanWelcome } from '../features/tree/PlanWelcome.tsx'
import { useMediaQuery } from '../lib/mediaQuery.ts'
import { useSession } from '../lib/session.ts'
import { useEscape, useShortcut } from '../lib/shortcuts.ts'
import { cx } from '../ui/cx.ts'
import { useSelectedNode } from './selectedNode.ts'

/** How long a connection may be missing before anybody is told. */
const OFFLINE_MS = 4_000

/** A plan that has loaded: its tree, and the open node in the room beside it (on a small screen: above it). */
export function PlanWorkspace({ plan, nodes }: { plan: Plan; nodes: PlanNodes }) {
  const myId = useSession()?.user.id
  const actions = useNodeActions(plan.id, nodes)
  const { selectedId, open, close } = useSelectedNode()
  const live = useLive(plan.id, nodes, selectedId)
  const isEmpty = useNodeCounts(nodes).total === 0
  const [freshId, setFreshId] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'create' | 'share' | null>(null)
  const isWide = useMediaQuery('(min-width: 64rem)')
  const isOffline = useLasting(live.state === 'offline' || live.state === 'ended', OFFLINE_MS)

  const canEdit = can(plan.role, 'plan.edit')
  const openCreate = useCallback(() => setDialog('create'), [])
  const onAdd = canEdit ? openCreate : undefined
  const fillFromTemplate = async (template: PlanTemplate) => {
    await actions.applyTemplate(template)
    setFreshId(nodes.structure.rootId)
  }
  useShortcut('n', onAdd)
  useEscape(selectedId === null ? undefined : close)
  useCloseWhenGone(nodes, selectedId, close)

  const people = useMemo(
    () =>
      live.people
        .filter(({ id }) => id !== myId)
        .map(({ node_id, ...person }) => {
          const node = node_id === null ? undefined : nodes.get(node_id)
          return { ...person, at: node ? titleOf(node) : null }
        }),
    [live.people, myId, nodes],
  )

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PlanHeader plan={plan} people={people} isOffline={isOffline} onShare={() => setDialog('share')} />
      <div className="flex min-h-0 flex-1">
        <div
          inert={selectedId !== null && !isWide}
          className={cx(
            'flex min-h-0 min-w-0 flex-col',
            selectedId === null && !isEmpty
              ? 'flex-1'
              : 'lg:w-[clamp(22.5rem,36vw,36rem)] lg:shrink-0 lg:border-line lg:border-r',
            isEmpty ? 'max-lg:hidden' : 'max-lg:flex-1',
          )}
        >
          <PlanTree
            plan={plan}
            nodes={nodes}
            actions={actions}
            selectedId={selectedId}
            freshId={freshId}
            onSelect={open}
            onAdd={openCreate}
          />
        </div>
        {selectedId !== null && (
          <NodePanel
            key={selectedId}
            plan={plan}
            nodes={nodes}
            actions={actions}
            nodeId={selectedId}
            isOverlay={!isWide}
            onSelect={open}
            onClose={close}
          />
        )}
        {selectedId === null && isEmpty && (
          <PlanWelcome isAlone={!isWide} {...(canEdit ? { onCreate: openCreate, onTemplate: fillFromTemplate } : {})} />
        )}
      </div>
      {dialog === 'create' && (
        <CreateNodeDialog
          nodes={nodes}
          actions={actions}
          onClose={() => setDialog(null)}
          onCreated={(node) => {
            setDialog(null)
            setFreshId(node.id)
          }}
        />
      )}
      {dialog === 'share' && <ShareDialog plan={plan} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** Whether something has held for a while; short interruptions are nobody's business. */
function useLasting(holds: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!holds) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [holds, ms])
  return lasting
}

/** A node that is deleted while it is open closes; one that never was there says so. */
function useCloseWhenGone(nodes: PlanNodes, id: string | null, close: () => void): void {
  const isThere = useNode(nodes, id) !== undefined
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (isThere) setSeen(id)
    else if (id !== null && seen === id) close()
  }, [isThere, id, seen, close])
}
