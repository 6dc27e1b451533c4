import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type PlanChoice, readChoice, writeChoice } from './planChoice.ts'

/** Marks what this page wrote into the address itself, as against a link that leads here. */
const OWN = { isOwnChoice: true }

/**
 * The choice of My Plans, kept in the address. The state leads, because the router draws a changed address a moment later
 * and a field that waits for it loses letters.
 */
export function usePlanChoice(): [PlanChoice, (change: Partial<PlanChoice>) => void] {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(() => readChoice(search))
  const latest = useRef(choice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation once.
  useEffect(() => {
    if ((state as typeof OWN | null)?.isOwnChoice) return
    latest.current = readChoice(search)
    setChoice(latest.current)
  }, [key])
  const change = (changes: Partial<PlanChoice>) => {
    latest.current = { ...latest.current, ...changes }
    setChoice(latest.current)
    void navigate({ search: writeChoice(latest.current) }, { replace: true, preventScrollReset: true, state: OWN })
  }
  return [choice, change]
}
