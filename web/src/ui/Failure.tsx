import { messageOf } from '../lib/api.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  /** What was not possible. */
  title: string
  error: unknown
  onRetry?: () => void
}

/** Where something failed: what, why as far as it is known, and a second try where that makes sense. */
export function Failure({ title, error, onRetry }: Props) {
  const reason = messageOf(error, '')
  return (
    <Notice look="error">
      <p>{title}</p>
      {reason !== '' && reason !== title && <p>{reason}</p>}
      {onRetry && (
        <Button size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
