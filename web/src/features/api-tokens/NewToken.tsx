import type { tokensApi } from '@cairn/contract/api/tokens'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../data/auth.ts'
import type { CallReply } from '../../lib/api.ts'
import { useLeaveGuard } from '../../lib/useLeaveGuard.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { recipesFor } from './recipes.ts'

interface Props {
  token: CallReply<typeof tokensApi.create>
  /** The user has tried to leave without choosing Done. */
  isWarned: boolean
  onLeave: () => void
  onDone: () => void
}

/** Shows the full token and how to use it. Also blocks leaving the page, which would lose the token. */
export function NewToken({ token, isWarned, onLeave, onDone }: Props) {
  const copying = useCopy({
    success: 'Token copied to clipboard',
    failure: 'Failed to copy token to clipboard',
  })
  useLeaveGuard(onLeave)
  return (
    <>
      <div className="flex flex-col gap-5">
        {isWarned && (
          <Notice look="error">You won’t be able to see this token again. Copy it, then choose Done.</Notice>
        )}
        <CopyField label="Token" value={token.token} autoFocus {...copying} />
        <Recipes token={token} />
      </div>
      <DialogFooter>
        <Button variant={copying.copied ? 'primary' : 'secondary'} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

function Recipes({ token }: Pick<Props, 'token'>) {
  const { data: config, isPending } = useQuery(configQuery)
  if (isPending) return <Skeleton className="h-24" />
  const url = config?.public_url || window.location.origin
  const scope = token.permissions.at(-1) ?? 'read'
  return (
    <>
      {recipesFor(scope).map(({ title, code }) => (
        <CodeBlock key={title} title={title} code={code(url, token.token)} />
      ))}
      <p className="text-13 text-muted">
        See the{' '}
        <a
          href={`${url}/api/docs`}
          target="_blank"
          rel="noreferrer"
          className="rounded-[3px] font-medium text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current"
        >
          API reference
        </a>{' '}
        for everything a token can do.
      </p>
    </>
  )
}
