// Toasts about other people's changes to what the user is viewing.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { useEffect, useRef } from 'react'
import type { Watches } from '../../data/watches.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { actorName } from '../../display/PersonAvatar.tsx'
import { ROLE_LABEL } from '../../display/roles.ts'
import { dismissDraftsOfLostNode } from '../../features/node-panel/useLostDrafts.ts'
import { shorten } from '../../lib/shorten.ts'
import { toast } from '../../ui/Toast.tsx'

/** Long enough to notice while typing. */
const NODE_DELETED_TOAST_MS = 20_000

interface Open {
  myId: string | null
  openId: string | null
  watches: Watches
  /** Undefined for people who cannot edit. */
  restore: ((id: string) => void) | undefined
}

/**
 * Shows who deleted the open node, and offers to restore it. Drafts in the node survive the restore. Says nothing about
 * a muted node.
 */
export function showNodeDeletedToast(
  { actor, via, node_id, node_title }: PlanEvent<'node.deleted'>,
  { myId, openId, watches, restore }: Open,
): void {
  if ([openId, node_id].some((id) => id !== null && watches.get(id) === 'mute')) return
  const isMine = via.kind === 'session' && actor.id === myId
  const who = via.kind === 'session' ? actor.name : `${actorName({ name: actor.name, agent: via.name })},`
  const what = `“${shorten(titleOf({ title: node_title ?? '' }), 60)}”`
  toast(isMine ? `${what} was moved to the trash in another tab` : `${who} moved ${what} to the trash`, {
    id: deletedToastId(node_id),
    duration: NODE_DELETED_TOAST_MS,
    ...(restore && node_id !== null ? { action: { label: 'Restore', onClick: () => restore(node_id) } } : {}),
  })
}

const deletedToastId = (nodeId: string | null): string => `deleted-${nodeId}`

/** Dismisses the toasts about deleted nodes that are back. */
export function dismissDeletedToasts(events: readonly PlanEvent[]): void {
  for (const { kind, node_id } of events) {
    if (kind !== 'node.restored' || node_id === null) continue
    toast.dismiss(deletedToastId(node_id))
    dismissDraftsOfLostNode(node_id)
  }
}

/** Shows a toast when the user's role changes, because controls appear and disappear with it. */
export function useRoleChangeToast(role: PlanRole): void {
  const known = useRef(role)
  useEffect(() => {
    if (role !== known.current) toast(`Your role in this plan is now ${ROLE_LABEL[role]}`, { id: 'role-changed' })
    known.current = role
  }, [role])
}
