import { useEffect, useRef } from 'react'

/** Moves the focus to the first invalid field of a form when `errors` is set to a new object, as when it is submitted. */
export function useFocusInvalid(errors: object) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the errors are set.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return form
}
