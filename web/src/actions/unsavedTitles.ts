// Titles that could not be saved, or whose field was interrupted, are offered again when the same user returns to the plan.

import type { NodeType } from '@cairn/contract/api/nodes'
import type { PlanNodes } from '../data/nodeStore.ts'
import { keepDraft, listDrafts, readDraft } from '../lib/drafts.ts'
import { getSession } from '../lib/session.ts'
import { toast } from '../ui/Toast.tsx'
import type { NodePlace } from './undoToast.ts'

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

/** A node to create, as the call has it. */
export interface NewNode extends NodePlace {
  /** The sibling to follow, also where others have moved it meanwhile. */
  after_id?: string | null
  title: string
  node_type: NodeType
}

const newNodesOf = (planId: string) => `new-node ${planId} `

export interface KeptNode {
  /** Of its draft and its message; two nodes may have the same title and parent. */
  id: string
  node: NewNode
}

/** Storage for a node that could not be created, until it is created or given up. */
export function keptNewNode(planId: string, { id, node }: KeptNode, userId = getSession()?.user.id) {
  const place = newNodesOf(planId) + id
  return { keep: () => keepDraft(place, node, userId), forget: () => keepDraft(place, null, userId) }
}

/** The nodes that could not be created before the page was left. */
export const listKeptNodes = (planId: string): KeptNode[] =>
  listDrafts<NewNode>(newNodesOf(planId)).map(({ place, draft }) => ({
    id: place.slice(newNodesOf(planId).length),
    node: draft,
  }))

/** The toast that offers to save the title of a plan again. */
export const planTitleToastId = (planId: string): string => `rename-plan-${planId}`

export function offer(title: string, id: string, forget: () => void, again: () => void): void {
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
