import type { ReactNode } from 'react'
import { counted, formatNumber } from '../lib/numbers.ts'

/** A number with an icon. The label is read aloud and shown on hover. */
export function Count({ value, noun, icon }: { value: number; noun: string; icon: ReactNode }) {
  const label = counted(value, noun)
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1">
      {icon}
      {formatNumber(value)}
    </span>
  )
}
