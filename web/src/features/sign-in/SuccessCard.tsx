import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { AuthCard } from './AuthCard.tsx'

interface Props {
  title: string
  text: ReactNode
  /** Where to go by itself, and after how long. */
  destination: string
  afterMs: number
}

/** Says that it worked, and goes on after a moment. */
export function SuccessCard({ title, text, destination, afterMs }: Props) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(destination, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, destination, afterMs])
  return (
    <AuthCard title={title}>
      <div role="status" className="flex items-center gap-3">
        <CircleCheck size={32} aria-hidden className="shrink-0 text-done-ink" />
        <p className="min-w-0 break-words text-13 text-muted">{text}</p>
      </div>
    </AuthCard>
  )
}
