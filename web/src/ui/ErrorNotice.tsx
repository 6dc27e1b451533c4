import { messageOf } from '../lib/api.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  /** What failed. */
  title: string
  error?: unknown
  onRetry?: () => void
}

/** Shows what failed, the reason if known, and a retry button if there is one. */
export function ErrorNotice({ title, error, onRetry }: Props) {
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
