import type { ReactNode } from 'react'
import { counted, formatNumber } from '../lib/numbers.ts'

interface Props {
  value: number
  noun: string
  /** Added to the label. */
  more?: string
  icon: ReactNode
}

/** A number with an icon. The label is read aloud and shown on hover. */
export function Count({ value, noun, more, icon }: Props) {
  const label = more ? `${counted(value, noun)}, ${more}` : counted(value, noun)
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1">
      {icon}
      {formatNumber(value)}
    </span>
  )
}
