import type { WatchLevel } from '@cairn/contract/api/watches'
import { BellOff, Eye, EyeOff } from 'lucide-react'
import { useWatchAction } from '../../actions/watchAction.ts'
import { useWatches } from '../../data/watches.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuChoice, MenuLabel } from '../../ui/Menu.tsx'

type Choice = WatchLevel | 'none'

const CHOICES = [
  {
    value: 'watch',
    label: 'Watching',
    hint: 'Shows an eye on the node. The filter “Watched by me” finds it.',
    icon: <Eye size={16} aria-hidden />,
  },
  {
    value: 'none',
    label: 'Not watching',
    hint: 'You watch it automatically when you’re assigned, mentioned or comment.',
    icon: <EyeOff size={16} aria-hidden />,
  },
  {
    value: 'mute',
    label: 'Muted',
    hint: 'No notifications, and you never watch it automatically.',
    icon: <BellOff size={16} aria-hidden />,
  },
] as const satisfies readonly { value: Choice; label: string; hint: string; icon: React.ReactNode }[]

/** Whether the user watches the node or has muted it. No one else sees this. */
export function WatchMenu({ planId, nodeId }: { planId: string; nodeId: string }) {
  const level = useWatches(planId).get(nodeId)
  const setWatch = useWatchAction(planId)
  const value: Choice = level ?? 'none'
  const { label, icon } = CHOICES.find((choice) => choice.value === value) ?? CHOICES[1]
  const choose = (next: Choice) => setWatch(nodeId, next === 'none' ? null : next)
  return (
    <Menu trigger={<IconButton label={label} icon={icon} />}>
      <MenuLabel>
        <span className="text-12 text-muted">Only you see this</span>
      </MenuLabel>
      <MenuChoice value={value} options={CHOICES} onChange={choose} />
    </Menu>
  )
}
