import { ChevronDown, LogOut, Moon, Settings, Sun, UserRound } from 'lucide-react'
import { logOut } from '../data/logOut.ts'
import { useSession } from '../lib/session.ts'
import { useTheme } from '../lib/theme.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../ui/Menu.tsx'

const ICON = { size: 16, 'aria-hidden': true } as const

/** The menu of the signed-in account. */
export function UserMenu() {
  const session = useSession()
  const { dark, toggle } = useTheme()
  if (!session) return null
  const { email, user_metadata } = session.user
  const name = user_metadata?.name || email
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          aria-label={`Account menu of ${name}`}
          title={name}
          className="gap-2 px-1.5 max-sm:px-1"
        >
          <span aria-hidden className="flex items-center gap-2">
            <Avatar name={name} src={user_metadata?.avatar_url} />
            <span className="max-w-32 truncate text-ink max-xl:hidden">{name}</span>
            <ChevronDown size={14} className="max-sm:hidden" />
          </span>
        </Button>
      }
    >
      <MenuLabel>
        <span className="truncate font-medium text-13">{name}</span>
        {name !== email && <span className="truncate text-12 text-muted">{email}</span>}
      </MenuLabel>
      <MenuSeparator />
      <MenuLink to="/profile" icon={<UserRound {...ICON} />}>
        Profile
      </MenuLink>
      <MenuLink to="/settings" icon={<Settings {...ICON} />}>
        Settings
      </MenuLink>
      <MenuItem icon={dark ? <Sun {...ICON} /> : <Moon {...ICON} />} onSelect={toggle}>
        {dark ? 'Switch to light mode' : 'Switch to dark mode'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut {...ICON} />} onSelect={logOut}>
        Logout
      </MenuItem>
    </Menu>
  )
}
