import { FolderKanban, LogOut, Moon, Plus, Search, Settings, Sparkles, Sun, Upload, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { logOut } from '../data/logOut.ts'
import { useCommands } from '../lib/commands.ts'
import { MOD } from '../lib/shortcuts.ts'
import { useTheme } from '../lib/theme.ts'

const ICON = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const

/** Registers the commands of every page. `openPalette` is undefined while the palette is open. */
export function useAppCommands(openPalette: (() => void) | undefined): void {
  const navigate = useNavigate()
  const { dark, toggle } = useTheme()
  const goTo = (address: string) => () => void navigate(address)
  const group = 'General'
  useCommands([
    {
      group,
      label: 'Search or run a command',
      icon: <Search {...ICON} />,
      keys: [`${MOD} K`],
      run: openPalette,
    },
    { group, label: 'Go to My Plans', icon: <FolderKanban {...ICON} />, run: goTo('/plans') },
    { group, label: 'Go to Profile', also: 'account', icon: <UserRound {...ICON} />, run: goTo('/profile') },
    {
      group,
      label: 'Go to Settings',
      also: 'api tokens connected apps',
      icon: <Settings {...ICON} />,
      run: goTo('/settings'),
    },
    { group, label: 'Create Manually', also: 'new plan', icon: <Plus {...ICON} />, run: goTo('/plans/new') },
    {
      group,
      label: 'Import plan',
      also: 'upload file json csv markdown todoist trello linear github',
      icon: <Upload {...ICON} />,
      run: goTo('/plans/import'),
    },
    { group, label: 'Create with AI', also: 'new plan', icon: <Sparkles {...ICON} />, run: goTo('/plans/ai-create') },
    {
      group,
      label: dark ? 'Switch to light mode' : 'Switch to dark mode',
      also: 'theme',
      icon: dark ? <Sun {...ICON} /> : <Moon {...ICON} />,
      run: toggle,
    },
    { group, label: 'Logout', also: 'log out sign out', icon: <LogOut {...ICON} />, run: logOut },
  ])
}
