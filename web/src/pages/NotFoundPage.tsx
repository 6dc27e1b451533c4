import { Link } from 'react-router'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'

/** Any unknown URL. */
export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <Logo size={40} className="mb-2 text-faint" />
      <h1 className="font-semibold text-20">Page not found</h1>
      <p className="max-w-100 text-balance text-muted">There’s nothing here. The link may be broken or out of date.</p>
      <Button variant="primary" asChild className="mt-2">
        <Link to="/plans">Back to My Plans</Link>
      </Button>
    </div>
  )
}
