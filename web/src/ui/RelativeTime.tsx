import { useEffect, useReducer } from 'react'
import { fullDateTime, relativeTime } from '../lib/relativeTime.ts'

const MINUTE_MS = 60_000

/** A relative time that stays up to date. Shows the full date on hover. */
export function RelativeTime({ at }: { at: string }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={fullDateTime(at)} className="whitespace-nowrap">
      {relativeTime(at)}
    </time>
  )
}
