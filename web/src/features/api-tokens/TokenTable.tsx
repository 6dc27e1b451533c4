import type { ApiToken } from '@cairn/contract/api/tokens'
import type { ReactNode } from 'react'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Reach, usedThisHour } from '../credential-limits/LimitsSummary.tsx'
import { isExpired } from './expiry.ts'
import { SCOPE_LOOK } from './scopeDisplay.ts'

interface Props {
  tokens: readonly ApiToken[]
  onRevoke: (token: ApiToken) => void
  onLimits: (token: ApiToken) => void
}

/** Lists tokens as a table. On a phone each row is a block with labeled values. */
export function TokenTable({ tokens, onRevoke, onLimits }: Props) {
  return (
    <div className="overflow-hidden rounded-10 border border-line bg-surface">
      <table className="w-full text-left text-13 max-md:block">
        <thead className="border-line border-b text-12 text-muted max-md:sr-only">
          <tr>
            {['Name', 'Permissions', 'Created', 'Last used', 'Expires'].map((title) => (
              <th key={title} scope="col" className="whitespace-nowrap px-3 py-2 font-medium first:pl-4">
                {title}
              </th>
            ))}
            <th scope="col" className="py-2 pr-3">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="lines-between max-md:block">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} onLimits={() => onLimits(token)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TokenRow({ token, onRevoke, onLimits }: { token: ApiToken; onRevoke: () => void; onLimits: () => void }) {
  return (
    <tr className="max-md:relative max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:gap-y-1.5 max-md:px-4 max-md:py-3">
      <td className="py-2.5 pl-4 max-md:w-full max-md:py-0 max-md:pr-32 max-md:pl-0">
        <span className="block max-w-60 truncate font-medium text-14 max-md:max-w-full" title={token.name}>
          {token.name}
        </span>
        <code className="text-12 text-muted">{token.prefix}…</code>
        {isLimited(token) && (
          <span className="block max-w-60 text-12 text-muted tabular-nums max-md:max-w-full">
            <span className="block break-words">
              <Reach limits={token} />
            </span>
            {usedThisHour(token).map((part) => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
          </span>
        )}
      </td>
      <td className="px-3 py-2.5 max-md:w-full max-md:p-0">
        <span className="flex flex-wrap gap-1">
          {token.permissions.map((scope) => (
            <Badge key={scope} tone={SCOPE_LOOK[scope].tone}>
              {scope}
            </Badge>
          ))}
        </span>
      </td>
      <Fact label="Created">
        <time dateTime={token.created_at} title={fullDateTime(token.created_at)}>
          {shortDateTime(token.created_at)}
        </time>
      </Fact>
      <Fact label="Last used">{token.last_used ? <RelativeTime at={token.last_used} /> : 'Never'}</Fact>
      <Fact label={isExpired(token.expires_at) ? '' : 'Expires'}>
        <Expiry at={token.expires_at} />
      </Fact>
      <td className="whitespace-nowrap py-2.5 pr-3 text-right max-md:absolute max-md:top-2.5 max-md:right-3 max-md:p-0">
        <Button size="sm" variant="ghost" aria-label={`Limits of ${token.name}`} onClick={onLimits}>
          Limits
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </td>
    </tr>
  )
}

const isLimited = ({ plan, changes_per_hour, nodes_per_hour }: ApiToken): boolean =>
  plan !== null || changes_per_hour !== null || nodes_per_hour !== null

/** A cell that shows its column's name on a phone, where there are no columns. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="whitespace-nowrap px-3 py-2.5 text-muted tabular-nums max-md:p-0 max-md:text-12">
      <span className="md:hidden">{label} </span>
      {children}
    </td>
  )
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return 'Never'
  const title = fullDateTime(at)
  if (isExpired(at))
    return (
      <span title={title}>
        <Badge tone="blocked">Expired</Badge>
      </span>
    )
  return (
    <time dateTime={at} title={title}>
      {shortDateTime(at)}
    </time>
  )
}
