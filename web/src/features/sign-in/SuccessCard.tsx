import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { AuthCard } from './AuthCard.tsx'

interface Props {
  title: string
  text: ReactNode
  /** Where to go and after how long; `null` waits for the button. */
  destination: string
  afterMs: number | null
  action?: string
}

/** Shows a success and continues automatically, or when the user presses the button. */
export function SuccessCard({ title, text, destination, afterMs, action }: Props) {
  const navigate = useNavigate()
  useEffect(() => {
    if (afterMs === null) return
    const timer = setTimeout(() => navigate(destination, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, destination, afterMs])
  return (
    <AuthCard title={title}>
      <div role="status" className="flex items-center gap-3">
        <CircleCheck size={32} aria-hidden className="shrink-0 text-done-ink" />
        <p className="min-w-0 break-words text-13 text-muted">{text}</p>
      </div>
      {afterMs === null && (
        <Button variant="primary" size="lg" asChild className="mt-6 w-full">
          <Link to={destination} replace>
            {action}
          </Link>
        </Button>
      )}
    </AuthCard>
  )
}
