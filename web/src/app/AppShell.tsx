import { authApi } from '@cairn/contract/api/auth'
import { FolderKanban, LogOut, Settings, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { call } from '../lib/api.ts'
import { clearSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Mark } from '../ui/Mark.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { Toaster } from '../ui/Toast.tsx'

/** What a route may ask of the shell. */
export interface RouteHandle {
  /** The page takes the height that is left and scrolls inside; there is no footer. */
  fillsHeight?: boolean
}

/** The frame of every page for the signed-in: header, page, footer. */
export function AppShell() {
  const fillsHeight = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.fillsHeight)
  const main = useMainFocus()
  return (
    <div className={cx('flex flex-col', fillsHeight ? 'h-dvh overflow-hidden' : 'min-h-dvh')}>
      <a
        href="#main"
        className="-translate-y-20 fixed top-3 left-3 z-50 rounded-6 bg-ink px-3 py-2 font-medium text-13 text-canvas focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      {!fillsHeight && (
        <footer className="border-line border-t px-4 py-5 text-center text-12 text-muted">
          © {new Date().getFullYear()} Cairn
        </footer>
      )}
      <ScrollRestoration />
      <Toaster />
    </div>
  )
}

function Header() {
  const loading = useNavigation().state === 'loading'
  return (
    <header className="relative z-30 flex h-16 shrink-0 items-center gap-2 border-line border-b bg-surface px-3 sm:gap-6 sm:px-6">
      <Link to="/plans" aria-label="Cairn" className="flex items-center gap-2.5 rounded-6 pr-1 font-semibold text-16">
        <Mark className="text-accent dark:text-accent-ink" />
        <span className="max-sm:hidden">Cairn</span>
      </Link>
      <nav aria-label="Main" className="flex flex-1 items-center gap-1">
        <HeaderLink to="/plans" label="My Plans" icon={<FolderKanban size={18} aria-hidden />} />
        <HeaderLink to="/profile" label="Profile" icon={<UserRound size={18} aria-hidden />} />
        <HeaderLink to="/settings" label="Settings" icon={<Settings size={18} aria-hidden />} />
      </nav>
      <div className="flex items-center gap-1">
        <ThemeToggle />
        <Button
          look="ghost"
          icon={<LogOut size={18} aria-hidden />}
          onClick={logOut}
          aria-label="Logout"
          className="max-sm:size-10 max-sm:px-0"
        >
          <span className="max-sm:hidden">Logout</span>
        </Button>
      </div>
      {loading && <span aria-hidden className="-bottom-px absolute inset-x-0 h-0.5 animate-pulse bg-accent" />}
    </header>
  )
}

function HeaderLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <NavLink
      to={to}
      aria-label={label}
      className={({ isActive }) =>
        cx(
          'flex h-9 items-center gap-2 rounded-6 px-3 font-medium text-14 transition-colors pointer-coarse:h-11',
          isActive ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
        )
      }
    >
      {icon}
      <span className="max-sm:hidden">{label}</span>
    </NavLink>
  )
}

/** Ends the session here at once, and on the server as well as can be: a failed call changes nothing for this person. */
function logOut(): void {
  const ended = call(authApi.logout)
  clearSession({ byChoice: true })
  ended.catch(() => undefined)
}

/** After a navigation the keyboard and the screen reader start at the new page, not at the link that was left behind. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A page that puts the focus into its first field has done so by now.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
