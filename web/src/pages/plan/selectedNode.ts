import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { useAddress } from '../../lib/useAddress.ts'
import { useLatest } from '../../lib/useLatest.ts'

const PARAM = 'node'

/** Stores the open node in the URL. Opening a node adds a history entry, switching to another replaces it. */
export function useSelectedNode(nodes: PlanNodes) {
  const { location, change } = useAddress()
  const navigate = useNavigate()
  const selectedId = nodeIn(location)
  const latest = useLatest({ location, selectedId })

  const open = useCallback(
    (id: string) =>
      // From the address that a click just before has set: a double click opens the node once.
      change(
        (now) => {
          const current = nodeIn(now)
          if (id === current) return null
          return { ...withNode(now, id), state: current === null ? { hasOpened: true } : now.state }
        },
        (now) => ({ replace: nodeIn(now) !== null }),
      ),
    [change],
  )
  // Without going back, which takes a while and would also close what the user opens meanwhile.
  const drop = useCallback(() => change((now) => withNode(now, null), { replace: true }), [change])
  const close = useCallback(() => {
    const { location: at, selectedId: current } = latest.current
    if (current === null) return
    // Go back only if opening added the entry. After a link, stay on the plan.
    if ((at.state as { hasOpened?: boolean } | null)?.hasOpened) void navigate(-1)
    else drop()
  }, [drop, navigate])
  useCloseWhenGone(nodes, selectedId, drop)
  return { selectedId, open, close }
}

const nodeIn = ({ search }: { search: string }): string | null => new URLSearchParams(search).get(PARAM)

function withNode(now: { search: string }, id: string | null): { search: string; hash: string; state: unknown } {
  const search = new URLSearchParams(now.search)
  if (id === null) search.delete(PARAM)
  else search.set(PARAM, id)
  return { search: search.toString(), hash: '', state: null }
}

/** Closes the open node when it is deleted. A node that never existed stays open, and the panel says so. */
function useCloseWhenGone(nodes: PlanNodes, id: string | null, close: () => void): void {
  const isThere = useNode(nodes, id) !== undefined
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (isThere) setSeen(id)
    else if (id !== null && seen === id) close()
  }, [isThere, id, seen, close])
}
