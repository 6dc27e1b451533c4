// Titles that could not be saved are offered again when the same user returns to the plan.

import type { PlanNodes } from '../data/nodeStore.ts'
import { keepDraft, listDrafts, readDraft } from '../lib/drafts.ts'
import { getSession } from '../lib/session.ts'
import { toast } from '../ui/Toast.tsx'

const prefixOf = (planId: string) => `title ${planId} `

/** Storage for a title until it is saved or discarded. A later title of the same node replaces it. */
export function keptTitle(planId: string, nodeId: string, title: string) {
  const userId = getSession()?.user.id
  const place = prefixOf(planId) + nodeId
  return {
    keep: () => keepDraft(place, title, userId),
    forget: () => {
      if (readDraft(place, userId) === title) keepDraft(place, null, userId)
    },
  }
}

export function offerKeptTitles(
  planId: string,
  nodes: PlanNodes,
  edit: (nodeId: string, changes: { title: string }) => void,
): void {
  for (const { place, draft: title } of listDrafts<string>(prefixOf(planId))) {
    const nodeId = place.slice(prefixOf(planId).length)
    const { forget } = keptTitle(planId, nodeId, title)
    if (!nodes.get(nodeId) || nodes.get(nodeId)?.title === title) forget()
    else
      toast(`“${title}” isn’t saved yet`, {
        id: `edit-${nodeId}-title`,
        duration: Number.POSITIVE_INFINITY,
        closeButton: true,
        onDismiss: forget,
        action: { label: 'Try again', onClick: () => edit(nodeId, { title }) },
      })
  }
}
