import { useMemo } from 'react'
import { type LiveStatus, useLivePeople, useLiveState } from '../../data/liveStatus.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { PeopleHere } from '../../features/plan-header/PeopleHere.tsx'
import { useLasting } from '../../lib/lasting.ts'
import { useSession } from '../../lib/session.ts'
import { titleOf } from '../../look/nodeLook.tsx'

/** How long the live connection may be down before it is shown. */
const MISSING_MS = 4_000

/** Shows who else has the plan open, and whether live updates arrive. */
export function WhoIsHere({ live, nodes }: { live: LiveStatus; nodes: PlanNodes }) {
  const people = useLivePeople(live)
  const myId = useSession()?.user.id
  // Each attempt to reconnect is briefly `connecting`, which does not count as live.
  const isCut = useLasting(useLiveState(live) !== 'live', MISSING_MS)
  const others = useMemo(
    () =>
      people
        .filter(({ id }) => id !== myId)
        .map(({ node_id, ...person }) => {
          const node = node_id === null ? undefined : nodes.get(node_id)
          return { ...person, at: node ? titleOf(node) : null }
        }),
    [people, myId, nodes],
  )
  return <PeopleHere people={others} isCut={isCut} />
}
