import { Spinner } from '../ui/Spinner.tsx'

/** Shown until the session is checked and the first page has loaded. index.html shows the same before that. */
export function StartingView() {
  return (
    <div className="flex min-h-dvh animate-late items-center justify-center text-muted">
      <Spinner size={24} label="Loading" />
    </div>
  )
}
