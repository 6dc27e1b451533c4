import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { useAddress } from '../../lib/useAddress.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { toast } from '../../ui/Toast.tsx'
import { branchAbove, isBranch, isWithin, shownBranch } from '../../view-state/branch.ts'
import type { Selection } from '../../view-state/selection.ts'

const FOCUS = 'focus'
const NODE = 'node'

interface Options {
  nodes: PlanNodes
  selection: Selection
  selectedId: string | null
}

export type FocusedBranch = ReturnType<typeof useFocusedBranch>

/**
 * Stores the branch that tree and graph show in the URL. Every change by the user adds a history entry. A node opened
 * outside the branch widens it, and a branch that is not in the plan becomes the whole plan.
 */
export function useFocusedBranch({ nodes, selection, selectedId }: Options) {
  const { location, change } = useAddress()
  const wantedId = new URLSearchParams(location.search).get(FOCUS)
  const branchId = useSyncExternalStore(nodes.watchAll, () => shownBranch(nodes, wantedId, selectedId))
  const latest = useLatest({ branchId, selectedId })

  const go = useCallback(
    (id: string | null, options: { replace: boolean }) => {
      const { selectedId: openId } = latest.current
      change(({ search: before, hash }) => {
        const search = new URLSearchParams(before)
        if (id === null) search.delete(FOCUS)
        else search.set(FOCUS, id)
        // An open node outside the branch would widen it again.
        if (!options.replace && id !== null && openId !== null && !isWithin(nodes, openId, id)) search.delete(NODE)
        return { search: search.toString(), hash, state: null }
      }, options)
    },
    [nodes, change],
  )
  // The address follows what is shown.
  useEffect(() => {
    if (branchId === wantedId) return
    if (wantedId !== null && !nodes.get(wantedId))
      toast('The focused branch is not in this plan. Showing the whole plan.', { id: 'focus-gone' })
    go(branchId, { replace: true })
  }, [branchId, wantedId, nodes, go])
  // Bulk actions must not apply to nodes that are no longer shown.
  useEffect(() => {
    if (branchId !== null) selection.keep((id) => isWithin(nodes, id, branchId))
  }, [branchId, nodes, selection])

  /** Shows one branch, or the whole plan for null. */
  const show = useCallback(
    (id: string | null) => {
      const next = id !== null && isBranch(nodes, id) ? id : null
      if (next !== latest.current.branchId) go(next, { replace: false })
    },
    [nodes, go],
  )
  return {
    branchId,
    show,
    /** Focuses on a node with children, and explains why it cannot otherwise. */
    enter: useCallback(
      (id: string | null) => {
        const node = id === null ? undefined : nodes.get(id)
        if (!node) toast('Select a node with children to focus on its branch', { id: 'focus-none' })
        else if (!nodes.structure.children.has(node.id))
          toast(`“${titleOf(node)}” has no children to focus on`, { id: 'focus-none' })
        else show(node.id)
      },
      [nodes, show],
    ),
    /** Goes up one level. Undefined while the whole plan is shown. */
    goUp: branchId === null ? undefined : () => show(branchAbove(nodes, branchId)),
    /** Widens the branch so that it contains a node. */
    include: useCallback(
      (id: string) => {
        const { branchId: now } = latest.current
        const next = shownBranch(nodes, now, id)
        if (next !== now) go(next, { replace: true })
      },
      [nodes, go],
    ),
  }
}
