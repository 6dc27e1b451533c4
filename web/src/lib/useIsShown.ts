import { useEffect, useRef } from 'react'

/** Whether the component is shown, for handlers that may run after it was closed. */
export function useIsShown(isOpen = true) {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = isOpen
    return () => {
      isShown.current = false
    }
  }, [isOpen])
  return isShown
}
