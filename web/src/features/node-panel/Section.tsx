import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** Shown to the right of the label. */
  action?: ReactNode
  children: ReactNode
}

/** A labeled section of the Details pane. */
export function Section({ label, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 id={id} className="font-medium text-12 text-muted">
          {label}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Shown in place of an empty field. Prompts users who can fill it. */
export function Nothing({ prompt, onStart }: { prompt: string; onStart?: () => void }) {
  if (!onStart) return <p className="text-13 text-muted">None</p>
  return (
    <button
      type="button"
      onClick={onStart}
      className="-mx-2 rounded-6 px-2 py-1.5 text-left text-13 text-muted hover:bg-hover hover:text-ink pointer-coarse:py-3"
    >
      {prompt}
    </button>
  )
}
