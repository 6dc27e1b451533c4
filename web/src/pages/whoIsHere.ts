import { useEffect, useMemo, useState } from 'react'
import { type Live, useLive, type Watched } from '../data/live.ts'
import { titleOf } from '../data/nodeLook.tsx'
import type { PlanNodes } from '../data/nodeStore.ts'
import { useSession } from '../lib/session.ts'

/** How long a connection may be missing before anybody is told. */
const OFFLINE_MS = 4_000

/** Follows the plan while it is open: the others who have it open, and whether their changes have ceased to arrive. */
export function useWhoIsHere(planId: string, nodes: PlanNodes, watched: Watched) {
  const live = useLive(planId, nodes, watched)
  const people = usePeople(live, nodes)
  // Each attempt to come back is `connecting` for a moment: that is no connection yet.
  const isOffline = useLasting(live.state !== 'live', OFFLINE_MS)
  return { people, isOffline }
}

/** Everybody else, each with what they look at. */
function usePeople({ people }: Live, nodes: PlanNodes) {
  const myId = useSession()?.user.id
  return useMemo(
    () =>
      people
        .filter(({ id }) => id !== myId)
        .map(({ node_id, ...person }) => {
          const node = node_id === null ? undefined : nodes.get(node_id)
          return { ...person, at: node ? titleOf(node) : null }
        }),
    [people, myId, nodes],
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
