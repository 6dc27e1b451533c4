import { useState } from 'react'
import { limitsOf, NO_LIMITS, wrongIn } from './limitsDraft.ts'

/** Limits while they are edited: the props of `LimitsFields`, and what a form needs when it is submitted. */
export function useLimits(canWrite: boolean, initial = NO_LIMITS) {
  const [draft, setDraft] = useState(initial)
  const [isChecked, setChecked] = useState(false)
  return {
    draft,
    fields: { value: draft, onChange: setDraft, wrong: isChecked && canWrite ? wrongIn(draft) : {}, canWrite },
    /** What is sent; null while a field is wrong, which from then on shows its error. */
    check: () => {
      setChecked(true)
      return limitsOf(draft, canWrite)
    },
  }
}
