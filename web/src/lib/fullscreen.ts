import { useSyncExternalStore } from 'react'

const watch = (onChange: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** `toggle` is undefined if the browser does not support full screen, and rejects if the browser blocks it. */
export function useFullscreen(): { isFull: boolean; toggle: (() => Promise<void>) | undefined } {
  const isFull = useSyncExternalStore(watch, () => Boolean(document.fullscreenElement))
  const toggle = async () => {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  }
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined }
}
