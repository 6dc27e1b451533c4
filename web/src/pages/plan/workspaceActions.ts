import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ClaimActions, useClaimActions } from '../../actions/claimActions.ts'
import { type NodeActions, useNodeActions } from '../../actions/nodeActions.ts'
import { configQuery } from '../../data/auth.ts'
import { type Claims, useClaims } from '../../data/claims.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import type { Selection } from '../../view-state/selection.ts'
import type { DialogState } from './OpenDialog.tsx'

/** The actions on nodes, with those that open a dialog, need the AI service, or are about claims. */
export function useWorkspaceActions(
  plan: Plan,
  nodes: PlanNodes,
  { selection, onOpen }: { selection: Selection; onOpen: (dialog: DialogState) => void },
): { actions: NodeActions; claims: Claims; claimActions: ClaimActions } {
  const canEdit = can(plan.role, 'plan.edit')
  const own = useNodeActions(plan.id, nodes)
  const hasAi = useQuery({ ...configQuery, enabled: canEdit }).data?.ai === true
  const claims = useClaims(plan.id)
  const claimActions = useClaimActions(plan.id, nodes, claims)
  const actions = useMemo((): NodeActions => {
    const idsWith = (id: string) => [...(selection.severalWith(id) ?? [id])]
    const dialogs = {
      assign: (id: string) => onOpen({ kind: 'assign', ids: idsWith(id) }),
      due: (id: string) => onOpen({ kind: 'due', ids: idsWith(id) }),
    }
    const ai = {
      breakDown: (id: string) => onOpen({ kind: 'break-down', id }),
      summarize: (id: string) => onOpen({ kind: 'summarize', id }),
    }
    const { holderOf, takeOver, release } = claimActions
    const handOver = (id: string) => onOpen({ kind: 'hand-over', id })
    const held = { holderOf, ways: { takeOver, release, handOver } }
    return { ...own, dialogs, claims: held, ...(hasAi && canEdit && { ai }) }
  }, [own, selection, claimActions, onOpen, hasAi, canEdit])
  return { actions, claims, claimActions }
}
