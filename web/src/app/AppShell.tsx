import { FolderKanban, LogOut, Search, Settings, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { logOut } from '../data/logOut.ts'
import { OfflineBadge } from '../display/OfflineBadge.tsx'
import type { CommandPalette } from '../features/palette/CommandPalette.tsx'
import { type CapturedKeys, captureKeys } from '../lib/captureKeys.ts'
import { preloadWhenIdle, SHOWN_AFTER_MS } from '../lib/lazyPart.ts'
import { ignoreKeysForLostField } from '../lib/lostField.ts'
import { MOD } from '../lib/shortcuts.ts'
import { printLight } from '../lib/theme.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Logo } from '../ui/Logo.tsx'
import { MenuPanel } from '../ui/Menu.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { Toaster, toast, toasts } from '../ui/Toast.tsx'
import { TooltipPanel } from '../ui/Tooltip.tsx'
import { useAppCommands } from './appCommands.tsx'
import { CreateMenu } from './CreateMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Options that a route sets for the shell. */
export interface RouteHandle {
  /** The page fills the remaining height and scrolls inside it, without a footer. */
  fillsHeight?: boolean
}

/** Frames every page for signed-in users: header, page, footer. */
export function AppShell() {
  const fillsHeight = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.fillsHeight)
  const main = useMainFocus()
  const palette = usePalette()
  useAppCommands(palette.open)
  useMenusSoon(fillsHeight ?? false)
  useEffect(ignoreKeysForLostField, [])
  useEffect(printLight, [])
  return (
    <div
      className={cx(
        'flex flex-col',
        // On a screen as low as that of a browser at 400 %, a plan keeps some height and the page scrolls.
        fillsHeight
          ? 'h-dvh overflow-clip print:h-auto print:overflow-visible [@media(max-height:20rem)]:h-auto'
          : 'min-h-dvh',
      )}
    >
      <a
        href="#main"
        className="-translate-y-20 fixed print:hidden top-3 left-3 z-50 rounded-6 bg-ink px-3 py-2 font-medium text-13 text-canvas focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header isInWorkspace={fillsHeight ?? false} onPalette={palette.open} />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={cx(
          'flex min-h-0 flex-1 flex-col outline-none',
          fillsHeight && '[@media(max-height:20rem)]:h-96 [@media(max-height:20rem)]:flex-none',
        )}
      >
        <Outlet />
      </main>
      {!fillsHeight && (
        <footer className="border-line border-t px-4 py-5 text-center text-12 text-muted">
          © {new Date().getFullYear()} Cairn
        </footer>
      )}
      <ScrollRestoration />
      <Toaster />
      {palette.element}
    </div>
  )
}

interface HeaderProps {
  /** In full screen the plan hides the header. */
  isInWorkspace: boolean
  onPalette: (() => void) | undefined
}

function Header({ isInWorkspace, onPalette }: HeaderProps) {
  const loading = useNavigation().state === 'loading'
  return (
    <header
      className={cx(
        'relative z-30 flex shrink-0 items-center gap-2 border-line print:hidden border-b bg-surface px-3 sm:gap-4 sm:px-6',
        // A plan needs the height more than its header does.
        isInWorkspace ? 'in-[:fullscreen]:hidden h-12' : 'h-16',
      )}
    >
      <Link to="/plans" aria-label="Cairn" className="flex items-center gap-2.5 rounded-6 pr-1 font-semibold text-16">
        <Logo className="text-accent dark:text-accent-ink" />
        <span className="max-sm:hidden">Cairn</span>
      </Link>
      <nav aria-label="Main" className="flex flex-1 items-center gap-1">
        <HeaderLink to="/plans" label="My Plans" icon={<FolderKanban size={18} aria-hidden />} />
        {/* On a phone, only the account menu has these. */}
        <HeaderLink
          to="/profile"
          label="Profile"
          icon={<UserRound size={18} aria-hidden />}
          className="max-sm:hidden"
        />
        <HeaderLink
          to="/settings"
          label="Settings"
          icon={<Settings size={18} aria-hidden />}
          className="max-sm:hidden"
        />
      </nav>
      <OfflineBadge />
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          icon={<Search size={18} aria-hidden />}
          onClick={onPalette}
          aria-keyshortcuts="Control+K Meta+K"
          title={`Search or run a command (${MOD} K)`}
          className="max-lg:size-10 max-lg:px-0 lg:px-2.5"
        >
          <span className="sr-only">Search or run a command</span>
          <span aria-hidden className="max-lg:hidden pointer-coarse:hidden">
            <Kbd>{MOD} K</Kbd>
          </span>
        </Button>
        <CreateMenu />
        <div className="max-sm:hidden">
          <ThemeToggle />
        </div>
        <UserMenu />
        <Button
          variant="ghost"
          icon={<LogOut size={18} aria-hidden />}
          onClick={logOut}
          aria-label="Logout"
          className="max-sm:hidden max-lg:size-10 max-lg:px-0 lg:px-2.5"
        >
          <span className="max-lg:hidden">Logout</span>
        </Button>
      </div>
      {loading && <span aria-hidden className="-bottom-px absolute inset-x-0 h-0.5 animate-pulse bg-accent" />}
    </header>
  )
}

interface HeaderLinkProps {
  to: string
  label: string
  icon: ReactNode
  className?: string
}

function HeaderLink({ to, label, icon, className }: HeaderLinkProps) {
  return (
    <NavLink
      to={to}
      aria-label={label}
      className={({ isActive }) =>
        cx(
          'flex h-9 items-center gap-2 rounded-6 px-3 font-medium text-14 transition-colors pointer-coarse:h-11',
          isActive ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
          className,
        )
      }
    >
      {icon}
      <span className="sm:max-lg:hidden">{label}</span>
    </NavLink>
  )
}

/** How long a plan loads undisturbed. It has loaded its menus by then. */
const MENUS_AFTER_MS = 3_000

/** Loads toasts and menus in case the connection is lost later: in a plan after all else, on other pages at once. */
function useMenusSoon(isInWorkspace: boolean) {
  useEffect(() => {
    const parts = [toasts, MenuPanel, TooltipPanel]
    return preloadWhenIdle(parts, isInWorkspace ? MENUS_AFTER_MS + SHOWN_AFTER_MS : 0)
  }, [isInWorkspace])
}

/** Loads the palette when it is first opened. Text typed in the meantime goes into its field. */
function usePalette() {
  const [opened, setOpened] = useState<{ Palette: typeof CommandPalette; getTypedText: () => CapturedKeys } | null>(
    null,
  )
  const isLoading = useRef(false)
  const open = () => {
    if (isLoading.current) return
    isLoading.current = true
    const getTypedText = captureKeys()
    import('../features/palette/CommandPalette.tsx')
      .then(
        ({ CommandPalette: Palette }) => setOpened({ Palette, getTypedText }),
        () => {
          getTypedText()
          toast.error('Failed to load commands. Reload the page.')
        },
      )
      .finally(() => {
        isLoading.current = false
      })
  }
  const close = () => setOpened(null)
  return {
    open: opened ? undefined : open,
    element: opened && <opened.Palette getTypedText={opened.getTypedText} onClose={close} />,
  }
}

/** Moves the focus to the new page after a navigation, so keyboards and screen readers start there. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A page that focuses its first field has already done so.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
