import { CircleHelp, Plus, Search } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { PLAN_KEYS } from '../features/plan-list/usePlanKeys.ts'
import { useCommands } from '../lib/commands.ts'
import { lazyPart } from '../lib/lazyPart.ts'

const ShortcutsDialog = lazyPart(() => import('../features/shortcuts/ShortcutsDialog.tsx'), 'ShortcutsDialog')

const ICON = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const

/** Registers the commands of My Plans. Returns the shortcuts dialog while it is open. */
export function usePlansCommands(onSearch: () => void): ReactNode {
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const group = 'My Plans'
  useCommands([
    { group, label: 'Search plans', icon: <Search {...ICON} />, keys: ['/'], run: onSearch },
    {
      group,
      label: 'Create Manually',
      also: 'new plan',
      icon: <Plus {...ICON} />,
      keys: ['C'],
      run: () => void navigate('/plans/new'),
    },
    {
      group,
      label: 'Keyboard shortcuts',
      also: 'help',
      icon: <CircleHelp {...ICON} />,
      keys: ['?'],
      run: () => setHelpOpen(true),
    },
  ])
  return (
    isHelpOpen && (
      <Suspense>
        <ShortcutsDialog ofPage={PLAN_KEYS} onClose={() => setHelpOpen(false)} />
      </Suspense>
    )
  )
}
