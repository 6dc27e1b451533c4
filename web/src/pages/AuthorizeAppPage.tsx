import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { appRequestQuery, refusalOf } from '../data/apps.ts'
import { ConsentForm } from '../features/connect-app/ConsentForm.tsx'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { messageOf } from '../lib/api.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'

/** /oauth/authorize: an app asks to be let in. It opened this page with its request in the query. */
export function AuthorizeAppPage() {
  usePageTitle('Connect app')
  const { search } = useLocation()
  const { data: request, error, refetch } = useQuery(appRequestQuery(search.replace(/^\?/, '')))
  const [decided, setDecided] = useState<{ redirectTo: string; allowed: boolean } | null>(null)
  const [expired, setExpired] = useState<Error | null>(null)

  if (decided && request) return <Returning name={request.name} {...decided} />
  const failure = expired ?? error
  if (failure) return <Failed error={failure} onRetry={() => refetch()} />
  if (!request)
    return (
      <AuthCard title="Connect app">
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner size={20} />
          One moment...
        </p>
      </AuthCard>
    )
  return (
    <AuthCard title={`Connect ${request.name} to Cairn?`}>
      <ConsentForm
        request={request}
        onDecided={(redirectTo, allowed) => {
          setDecided({ redirectTo, allowed })
          window.location.assign(redirectTo)
        }}
        onExpired={setExpired}
      />
    </AuthCard>
  )
}

/** Stays when the URL opens a program on the computer. */
function Returning({ name, redirectTo, allowed }: { name: string; redirectTo: string; allowed: boolean }) {
  return (
    <AuthCard title={allowed ? 'App connected' : 'Request denied'}>
      <div role="status" className="mb-6 flex items-center gap-3">
        {allowed && <CircleCheck size={32} aria-hidden className="shrink-0 text-done-ink" />}
        <p className="min-w-0 break-words text-13 text-muted">
          Returning to {name}. You can close this page afterwards.
        </p>
      </div>
      <Button variant="primary" size="lg" asChild className="w-full">
        <a href={redirectTo}>Continue</a>
      </Button>
    </AuthCard>
  )
}

/** Never redirects on its own: the person chooses to return with the error. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const refusal = refusalOf(error)
  const text = messageOf(error, 'Failed to load the request.')
  if (!refusal)
    return (
      <AuthCard title="Connect app">
        <div className="flex flex-col gap-4">
          <Notice look="error">{text}</Notice>
          <Button variant="primary" size="lg" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </AuthCard>
    )
  return (
    <AuthCard title="This request doesn’t work" text="Nothing was connected.">
      <div className="flex flex-col gap-4">
        <Notice look="error">{text}</Notice>
        {refusal.redirect_to ? (
          <Button size="lg" asChild>
            <a href={refusal.redirect_to}>
              <span className="truncate">Return to {hostOf(refusal.redirect_to)}</span>
            </a>
          </Button>
        ) : (
          <Button size="lg" asChild>
            <Link to="/plans">Go to My Plans</Link>
          </Button>
        )}
      </div>
    </AuthCard>
  )
}

const hostOf = (url: string): string => new URL(url).host || 'the app'
