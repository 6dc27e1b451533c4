// Titles that could not be saved, or whose field was interrupted, are offered again when the same user returns to the plan.

import type { PlanNodes } from '../data/nodeStore.ts'
import { keepDraft, listDrafts, readDraft } from '../lib/drafts.ts'
import { getSession } from '../lib/session.ts'
import { toast } from '../ui/Toast.tsx'

const prefixOf = (planId: string) => `title ${planId} `

/** Where the title of a node is stored while it is typed, until it is saved. */
export const titlePlace = (planId: string, nodeId: string): string => prefixOf(planId) + nodeId

/** Where the title of a plan is stored while it is typed, until it is saved. */
export const planTitlePlace = (planId: string): string => `plan title ${planId}`

/** Where the title of a new node is stored. The next new row of the tree begins with it. */
export const newTitlePlace = (planId: string): string => `new-row ${planId}`

// The session may end before the title is kept.
function keptAt(place: string, title: string, userId = getSession()?.user.id) {
  return {
    keep: () => keepDraft(place, title, userId),
    forget: () => {
      if (readDraft(place, userId) === title) keepDraft(place, null, userId)
    },
  }
}

/** Storage for a title until it is saved or discarded. A later title of the same node or plan replaces it. */
export const keptTitle = (planId: string, nodeId: string, title: string) => keptAt(titlePlace(planId, nodeId), title)
export const keptPlanTitle = (planId: string, title: string) => keptAt(planTitlePlace(planId), title)

/** Storage for the title of a new node. It does not replace another one. */
export function keptNewTitle(planId: string, title: string, userId = getSession()?.user.id) {
  const place = newTitlePlace(planId)
  const { keep, forget } = keptAt(place, title, userId)
  return { keep: () => readDraft(place, userId) === undefined && keep(), forget }
}

/** The toast that offers to save the title of a plan again. */
export const planTitleToastId = (planId: string): string => `rename-plan-${planId}`

function offer(title: string, id: string, forget: () => void, again: () => void): void {
  toast(`“${title}” isn’t saved yet`, {
    id,
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    onDismiss: forget,
    action: { label: 'Try again', onClick: again },
  })
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
    else offer(title, `edit-${nodeId}-title`, forget, () => edit(nodeId, { title }))
  }
}

export function offerKeptPlanTitle(plan: { id: string; title: string }, rename: (title: string) => void): void {
  const title = readDraft<string>(planTitlePlace(plan.id))
  if (title === undefined) return
  const { forget } = keptPlanTitle(plan.id, title)
  if (title === plan.title) forget()
  else offer(title, planTitleToastId(plan.id), forget, () => rename(title))
}
