/** The initial of an app. Its own icon would be loaded from its server, which would learn who looks at it. */
export function AppMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-6 bg-accent-soft font-semibold text-16 text-accent-ink"
    >
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
