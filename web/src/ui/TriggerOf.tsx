import { type Ref, type RefObject, useLayoutEffect } from 'react'

interface Props {
  /** The button, which is rendered elsewhere. */
  element: RefObject<HTMLElement | null>
  ref?: Ref<HTMLElement>
}

/**
 * The trigger of a Radix panel, when the button was on the page before the code of the panel. The panel is placed beside it
 * and returns the focus to it.
 */
export function TriggerOf({ element, ref }: Props) {
  useLayoutEffect(() => {
    // Kept when this unmounts, because the focus returns after that.
    if (typeof ref === 'function') ref(element.current)
    else if (ref) ref.current = element.current
  }, [element, ref])
  return null
}
