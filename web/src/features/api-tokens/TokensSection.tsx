import type { ApiToken } from '@cairn/contract/api/tokens'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { tokensQuery, useDebugTokens } from '../../data/tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { RevokeTokenDialog } from './RevokeTokenDialog.tsx'
import { TokenLimitsDialog } from './TokenLimitsDialog.tsx'
import { TokenTable } from './TokenTable.tsx'

/** Lists, creates and revokes the user's API tokens. */
export function TokensSection() {
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  const [limited, setLimited] = useState<ApiToken | null>(null)
  return (
    <PageSection
      title="API Tokens"
      anchor="tokens"
      text="Let scripts and assistants act on your behalf."
      actions={
        <>
          <Button size="sm" variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            Create New Token
          </Button>
          <RefreshButton onRefresh={refetch} />
          <DebugButton />
        </>
      }
    >
      {error && <ErrorNotice title="Failed to fetch API tokens" error={error} onRetry={() => refetch()} />}
      {!tokens && !error && <ListSkeleton />}
      {tokens && tokens.length > 0 && <TokenTable tokens={tokens} onRevoke={setRevoked} onLimits={setLimited} />}
      {tokens?.length === 0 && (
        <div className="rounded-10 border border-line bg-surface">
          <EmptyState
            icon={<KeyRound size={20} />}
            title="No API tokens yet"
            text="Create one to let a script or assistant read or edit your plans."
          >
            <Button size="sm" onClick={() => setCreating(true)}>
              Create your first token
            </Button>
          </EmptyState>
        </div>
      )}
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {limited && <TokenLimitsDialog token={limited} onClose={() => setLimited(null)} />}
      {revoked && <RevokeTokenDialog token={revoked} onClose={() => setRevoked(null)} />}
    </PageSection>
  )
}

/** Busy only after a click, because the list also refetches automatically. */
function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await onRefresh()
    setBusy(false)
  }
  return (
    <Button size="sm" variant="ghost" busy={isBusy} icon={<RotateCw size={15} aria-hidden />} onClick={refresh}>
      Refresh List
    </Button>
  )
}

function DebugButton() {
  const debug = useDebugTokens()
  const ask = () =>
    debug.mutate(undefined, {
      onSuccess: () => toast.success('Debug tokens API called, check console logs'),
      onError: () => toast.error('Debug API call failed'),
    })
  return (
    <Button size="sm" variant="ghost" busy={debug.isPending} onClick={ask}>
      Debug
    </Button>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="lines-between rounded-10 border border-line bg-surface">
      {['w-40', 'w-56', 'w-32'].map((width) => (
        <div key={width} className="flex h-15 items-center justify-between gap-4 px-4">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  )
}
