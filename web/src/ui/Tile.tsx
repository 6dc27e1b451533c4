import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

const TILE =
  'flex items-center gap-3 rounded-10 border border-line-strong bg-surface p-3 text-left transition-colors ' +
  'not-disabled:not-aria-busy:hover:border-faint not-disabled:not-aria-busy:hover:bg-hover disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress'

interface Props {
  icon: ReactNode
  title: string
  text: string
  /** Highlights the recommended option. */
  isMain?: boolean
}
interface LinkProps extends Props {
  to: string
}
interface ButtonProps extends Props {
  busy?: boolean
  disabled?: boolean
  onClick: () => void
}

/** A large link or button with a title and a sentence. */
export function Tile({ icon, title, text, isMain = false, ...way }: LinkProps | ButtonProps) {
  const isBusy = 'busy' in way && way.busy === true
  const content = (
    <>
      <span
        aria-hidden
        className={cx(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-6',
          isMain ? 'bg-accent text-white' : 'bg-accent-soft text-accent-ink',
        )}
      >
        {isBusy ? <Spinner size={18} /> : icon}
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{title}</span>
        <span className="text-13 text-muted">{text}</span>
      </span>
    </>
  )
  if ('to' in way)
    return (
      <Link to={way.to} className={TILE}>
        {content}
      </Link>
    )
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      // A disabled button would lose the focus.
      aria-disabled={isBusy || undefined}
      disabled={!isBusy && way.disabled === true}
      onClick={isBusy ? undefined : way.onClick}
      className={TILE}
    >
      {content}
    </button>
  )
}
