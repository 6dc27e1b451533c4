import { useEffect, useState } from 'react'

/** Whether `holds` has been true for at least `ms`. */
export function useTrueFor(holds: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!holds) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [holds, ms])
  return lasting
}
