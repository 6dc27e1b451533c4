import { useCallback, useSyncExternalStore } from 'react'

/** Whether the device is used with fingers. Does not re-render. */
export const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** Whether a media query matches. Re-renders when that changes. */
export function useMediaQuery(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}
