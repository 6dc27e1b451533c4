import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { useLatest } from '../../lib/useLatest.ts'

const PARAM = 'node'

/** The node that is open, kept in the address: opening is a step that Back undoes, going to another node is none. */
export function useSelectedNode(nodes: PlanNodes) {
  const location = useLocation()
  const navigate = useNavigate()
  const selectedId = new URLSearchParams(location.search).get(PARAM)
  const latest = useLatest({ location, selectedId })

  const go = useCallback(
    (id: string | null, options: { replace: boolean; state: unknown }) => {
      const search = new URLSearchParams(latest.current.location.search)
      if (id === null) search.delete(PARAM)
      else search.set(PARAM, id)
      void navigate({ search: search.toString() }, options)
    },
    [navigate],
  )
  const open = useCallback(
    (id: string) => {
      const { location: at, selectedId: current } = latest.current
      if (id === current) return
      if (current === null) go(id, { replace: false, state: { hasOpened: true } })
      else go(id, { replace: true, state: at.state })
    },
    [go],
  )
  const close = useCallback(() => {
    const { location: at, selectedId: current } = latest.current
    if (current === null) return
    // The step that opened it is undone; who came by a link stays on the plan.
    if ((at.state as { hasOpened?: boolean } | null)?.hasOpened) void navigate(-1)
    else go(null, { replace: true, state: null })
  }, [go, navigate])
  useCloseWhenGone(nodes, selectedId, close)
  return { selectedId, open, close }
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
