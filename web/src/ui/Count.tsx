import type { ReactNode } from 'react'
import { counted, formatNumber } from '../lib/numbers.ts'

/** How many of something there are, as a number with an icon; the words are read aloud and shown on hover. */
export function Count({ value, noun, icon }: { value: number; noun: string; icon: ReactNode }) {
  const label = counted(value, noun)
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1">
      {icon}
      {formatNumber(value)}
    </span>
  )
}
