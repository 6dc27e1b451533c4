import { useEffect } from 'react'
import { useLatest } from './useLatest.ts'

declare class CloseWatcher {
  onclose: () => void
  destroy(): void
}

/**
 * On touch devices, the system's way back closes what is open instead of leaving the page, in browsers with
 * `CloseWatcher`.
 */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useLatest(onClose)
  useEffect(() => {
    if (!open || !('CloseWatcher' in window) || !window.matchMedia('(any-pointer: coarse)').matches) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => close.current()
    return () => watcher.destroy()
  }, [open])
}
