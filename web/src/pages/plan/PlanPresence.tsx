import { useMemo } from 'react'
import { type LiveStatus, useLiveState, useOthers } from '../../data/liveStatus.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { PresenceAvatars } from '../../features/plan-header/PresenceAvatars.tsx'
import { useOffline } from '../../lib/connection.ts'
import { useTrueFor } from '../../lib/useTrueFor.ts'

/** How long the live connection may be down before it is shown. */
const MISSING_MS = 4_000

/** Shows who else has the plan open, and whether live updates arrive. */
export function PlanPresence({ live, nodes }: { live: LiveStatus; nodes: PlanNodes }) {
  const people = useOthers(live)
  // Each attempt to reconnect is briefly `connecting`, which does not count as live.
  const isCut = useTrueFor(useLiveState(live) !== 'live', MISSING_MS)
  const others = useMemo(
    () =>
      people.map(({ node_id, ...person }) => {
        const node = node_id === null ? undefined : nodes.get(node_id)
        return { ...person, at: node ? titleOf(node) : null }
      }),
    [people, nodes],
  )
  // The header shows that nothing can be saved. A second badge would say the opposite.
  const isOffline = useOffline()
  return <PresenceAvatars people={others} isCut={isCut && !isOffline} />
}
