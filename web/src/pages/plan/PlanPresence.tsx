import { Footprints } from 'lucide-react'
import { useMemo } from 'react'
import { type LiveStatus, useLiveState, useOthers } from '../../data/liveStatus.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { actorName, presenceKey } from '../../display/PersonAvatar.tsx'
import { PresenceAvatars } from '../../features/plan-header/PresenceAvatars.tsx'
import { useCommands } from '../../lib/commands.ts'
import { useOffline } from '../../lib/connection.ts'
import { useTrueFor } from '../../lib/useTrueFor.ts'
import type { Follow } from './followPerson.ts'

/** How long the live connection may be down before it is shown. */
const MISSING_MS = 4_000

/** Shows who else has the plan open, and whether live updates arrive. */
export function PlanPresence({ live, nodes, follow }: { live: LiveStatus; nodes: PlanNodes; follow: Follow }) {
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
  useCommands([
    ...others
      .filter((person) => !follow.isFollowed(person))
      .map((person) => ({
        id: `follow ${presenceKey(person)}`,
        group: 'People',
        label: `Follow ${actorName(person)}`,
        icon: <Footprints size={16} aria-hidden className="text-muted" />,
        run: () => follow.start(person),
      })),
    {
      group: 'People',
      label: 'Stop following',
      icon: <Footprints size={16} aria-hidden className="text-muted" />,
      run: follow.name === null ? undefined : follow.stop,
    },
  ])
  // The header shows that nothing can be saved. A second badge would say the opposite.
  const isOffline = useOffline()
  return <PresenceAvatars people={others} isCut={isCut && !isOffline} follow={follow} />
}
