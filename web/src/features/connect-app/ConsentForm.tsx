import type { AppRequest } from '@cairn/contract/api/apps'
import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refusalOf, useDecideApp } from '../../data/apps.ts'
import { profileQuery } from '../../data/profile.ts'
import { AppMark } from '../../display/AppMark.tsx'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { LimitsFields } from '../credential-limits/LimitsFields.tsx'
import { useAskedPassword } from '../credential-limits/useAskedPassword.tsx'
import { useLimits } from '../credential-limits/useLimits.ts'

const FAILURE = 'Failed to connect app'

const SCOPE_TEXT: Record<TokenScope, { label: string; hint: string }> = {
  read: { label: 'Read only', hint: 'View plans and everything in them.' },
  write: { label: 'Read and edit', hint: 'Also create and edit plans, nodes, logs and files.' },
  admin: { label: 'Full access', hint: 'Also share, delete and transfer plans.' },
}

interface Props {
  request: AppRequest
  /** Opens the URL that takes the decision to the app. */
  onDecided: (redirectTo: string, allowed: boolean) => void
  /** The request has expired. */
  onExpired: (error: Error) => void
}

export function ConsentForm({ request, onDecided, onExpired }: Props) {
  const asked = TOKEN_SCOPES.slice(0, TOKEN_SCOPES.indexOf(request.scope) + 1)
  const [scope, setScope] = useState(request.scope)
  const limits = useLimits(scope !== 'read')
  const decide = useDecideApp()
  const password = useAskedPassword({
    mutation: decide,
    hint: 'You signed in a while ago. Confirm your password to give full access.',
    failure: FAILURE,
  })

  const send = (allow: boolean) => {
    if (decide.isPending) return
    const limited = allow ? limits.check() : null
    if (allow && !limited) return
    const chosen = { scope, ...limited, ...password.sent }
    decide.mutate(
      { request: request.request, allow, ...(allow ? chosen : { scope: 'read' }) },
      {
        onSuccess: ({ redirect_to }) => onDecided(redirect_to, allow),
        onError: (error) => {
          if (!password.handles(error) && refusalOf(error)) onExpired(error)
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(true)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Requester request={request} />
      <RadioCards
        legend="Permissions"
        name="scope"
        value={scope}
        options={asked.map((value) => ({ value, ...SCOPE_TEXT[value] }))}
        columns={1}
        onChange={setScope}
      />
      <LimitsFields {...limits.fields} />
      {password.field}
      {decide.isError && !password.isWrong && <Notice look="error">{messageOf(decide.error, FAILURE)}</Notice>}
      <Destination request={request} />
      <div className="grid grid-cols-2 gap-3">
        <Button size="lg" onClick={() => send(false)}>
          Deny
        </Button>
        <Button size="lg" type="submit" variant="primary" busy={decide.isPending}>
          Allow
        </Button>
      </div>
    </form>
  )
}

/** Who asks, and for whose account. */
function Requester({ request: { name, host, icon_url } }: Pick<Props, 'request'>) {
  const { data: profile } = useQuery(profileQuery)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <AppMark name={name} icon={icon_url} />
        <div className="flex min-w-0 flex-col">
          <span className="break-words font-medium">{name}</span>
          <span className="break-all text-13 text-muted">{host ?? 'Unverified app'}</span>
        </div>
      </div>
      {host === null && (
        <Notice>This app chose its own name. Continue only if you just started this from an app you trust.</Notice>
      )}
      {profile && (
        <p className="break-words text-13 text-muted">
          It acts for {profile.name} ({profile.email}), and its changes show its name.
        </p>
      )}
    </div>
  )
}

function Destination({ request: { redirect_host, local } }: Pick<Props, 'request'>) {
  return (
    <p className="text-13 text-muted">
      {local ? 'You’ll return to an app on this computer: ' : 'You’ll return to '}
      <strong className="inline-block max-w-full break-all font-medium text-ink">{redirect_host}</strong>. You can
      disconnect it in Settings.
    </p>
  )
}
