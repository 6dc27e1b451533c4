import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type PlanChoice, readChoice, writeChoice } from './planChoice.ts'

/** Marks URL changes made by this page, as opposed to links that lead here. */
const OWN = { isOwnChoice: true }

/**
 * The choice of My Plans, stored in the URL. The state is updated first, because the router renders a new URL later,
 * and a field that waited for it would lose characters.
 */
export function usePlanChoice(): [PlanChoice, (change: Partial<PlanChoice>) => void] {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigationType()
  const [choice, setChoice] = useState(() => readChoice(search))
  const latest = useRef(choice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => {
    // Back returns to an entry that an earlier visit to this page wrote.
    if ((state as typeof OWN | null)?.isOwnChoice && navigation !== 'POP') return
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
