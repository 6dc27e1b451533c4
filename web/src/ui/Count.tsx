import type { ReactNode } from 'react'

/** How many of something there are, as a number with an icon; the words are read aloud and shown on hover. */
export function Count({ value, noun, icon }: { value: number; noun: string; icon: ReactNode }) {
  const label = `${value} ${value === 1 ? noun : `${noun}s`}`
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1">
      {icon}
      {value}
    </span>
  )
}
