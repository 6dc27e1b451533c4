import type { ConnectedApp } from '@cairn/contract/api/apps'
import type { tokensApi } from '@cairn/contract/api/tokens'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNewlyUsedApp } from '../../data/apps.ts'
import { configQuery } from '../../data/auth.ts'
import { useCreateToken, useTokenUse } from '../../data/tokens.ts'
import { type CallReply, messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useFocusFallback } from '../../ui/useFocusFallback.ts'
import { LimitsFields } from '../credential-limits/LimitsFields.tsx'
import { summaryOf } from '../credential-limits/limitsDraft.ts'
import { useLimits } from '../credential-limits/useLimits.ts'
import { ASSISTANTS, type Assistant, assistantOf, FIRST_PROMPT } from './assistants.ts'
import { FirstCall } from './FirstCall.tsx'

type NewToken = CallReply<typeof tokensApi.create>

/** Connects an assistant: one block to paste, and a sign of its first call. */
export function ConnectSection() {
  const { data: config, isPending } = useQuery(configQuery)
  const [shown, setShown] = useState(ASSISTANTS[0]?.id ?? '')
  // Kept here, because a token is shown only once and a closed tab forgets.
  const [tokens, setTokens] = useState<Readonly<Record<string, NewToken>>>({})
  // Hosted assistants and some others sign in with OAuth; an app with an unknown name is the one that is being set up.
  const connected = useNewlyUsedApp(({ name }) => {
    const assistant = assistantOf(name)
    return assistant ? assistant.id === shown : ASSISTANTS.some(({ id, isHosted }) => isHosted && id === shown)
  })
  const url = config?.public_url || window.location.origin
  return (
    <PageSection
      anchor="connect"
      title="Connect an assistant"
      text="Let Claude, ChatGPT or another assistant read and change your plans. Everything it does is shown as its own and can be undone."
    >
      {isPending ? (
        <Skeleton className="h-110" />
      ) : (
        <div className="rounded-10 border border-line bg-surface">
          <Tabs
            label="Assistant"
            value={shown}
            onChange={setShown}
            tabs={ASSISTANTS.map((assistant) => ({
              value: assistant.id,
              label: assistant.name,
              content: assistant.isHosted ? (
                <Hosted assistant={assistant} url={url} connected={connected} />
              ) : (
                <WithToken
                  assistant={assistant}
                  url={url}
                  token={tokens[assistant.id]}
                  connected={connected}
                  onToken={(token) => setTokens((known) => ({ ...known, [assistant.id]: token }))}
                />
              ),
            }))}
          />
        </div>
      )}
    </PageSection>
  )
}

interface Props {
  assistant: Assistant
  url: string
  /** The app with which it has signed in since the page was opened. */
  connected: ConnectedApp | undefined
}

/** Whether a service on the internet can reach this address. */
const isPublic = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && hostname !== 'localhost'
}

function Hosted({ assistant, url, connected }: Props) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Steps assistant={assistant} />
      <CodeBlock title={`Address for ${assistant.name}`} code={assistant.paste(url, '')} />
      {!isPublic(url) && (
        <Notice>
          {`${assistant.name} connects over the internet. It cannot reach ${url}: it needs a public https address.`}
        </Notice>
      )}
      <FirstCall name={connected?.name ?? assistant.name} usedAt={connected?.last_used ?? null} />
      <CodeBlock title="A first prompt" code={FIRST_PROMPT} />
    </div>
  )
}

const SCOPES = [
  { value: 'write', label: 'Read and write' },
  { value: 'read', label: 'Read only' },
] as const satisfies readonly { value: TokenScope; label: string }[]

interface WithTokenProps extends Props {
  token: NewToken | undefined
  onToken: (token: NewToken) => void
}

function WithToken({ token, onToken, ...shown }: WithTokenProps) {
  // The form is removed once it has created a token.
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div {...focusFallback}>
      {token ? <ToPaste {...shown} token={token} /> : <NewAccess {...shown} onToken={onToken} />}
    </div>
  )
}

function NewAccess({ assistant, onToken }: Pick<WithTokenProps, 'assistant' | 'onToken'>) {
  const create = useCreateToken()
  const [scope, setScope] = useState<(typeof SCOPES)[number]['value']>('write')
  const canWrite = scope === 'write'
  const limits = useLimits(canWrite)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const limited = limits.check()
    if (!limited || create.isPending) return
    create.mutate(
      { name: assistant.name, permissions: canWrite ? ['read', 'write'] : ['read'], expires_at: null, ...limited },
      { onSuccess: onToken },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 p-4">
      <p className="text-13 text-muted">
        {`Creates an API token named “${assistant.name}” and shows what to paste. You can revoke it at any time.`}
      </p>
      <Segmented label="Access" value={scope} options={SCOPES} onChange={setScope} />
      <Disclosure
        label="Limits"
        summary={summaryOf(limits.draft, canWrite)}
        hasError={Object.keys(limits.fields.wrong).length > 0}
      >
        <LimitsFields {...limits.fields} />
      </Disclosure>
      {create.isError && <Notice look="error">{messageOf(create.error, 'Failed to create API token')}</Notice>}
      <Button type="submit" variant="primary" size="sm" busy={create.isPending} className="self-start">
        {`Connect ${assistant.name}`}
      </Button>
    </form>
  )
}

function ToPaste({ assistant, url, token, connected }: Props & { token: NewToken }) {
  const usedAt = useTokenUse(token.id)
  return (
    <div className="flex flex-col gap-4 p-4">
      <Steps assistant={assistant} />
      <CodeBlock title={`Paste this for ${assistant.name}`} code={assistant.paste(url, token.token)} />
      <p className="text-12 text-muted">The token in it is shown only now. Copy it before you leave this page.</p>
      <FirstCall name={assistant.name} usedAt={usedAt ?? connected?.last_used ?? null} />
      {!assistant.isProgram && <CodeBlock title="A first prompt" code={FIRST_PROMPT} />}
    </div>
  )
}

function Steps({ assistant: { steps } }: Pick<Props, 'assistant'>) {
  const [only] = steps
  if (steps.length === 1) return <p className="text-13">{only}</p>
  return (
    <ol className="flex list-decimal flex-col gap-1 pl-5 text-13">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
