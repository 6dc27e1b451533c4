import { Spinner } from '../ui/Spinner.tsx'

/** Shown until it is known who is here and the first page has arrived; index.html draws the same until this code has. */
export function StartingView() {
  return (
    <div className="flex min-h-dvh animate-late items-center justify-center text-muted">
      <Spinner size={24} label="Loading" />
    </div>
  )
}
