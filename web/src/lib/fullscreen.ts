import { useSyncExternalStore } from 'react'

const watch = (onChange: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** Whether the app fills the screen, and the switch; `toggle` is absent where the browser does not offer it, and throws where it refuses. */
export function useFullscreen(): { isFull: boolean; toggle: (() => Promise<void>) | undefined } {
  const isFull = useSyncExternalStore(watch, () => document.fullscreenElement !== null)
  const toggle = async () => {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  }
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined }
}
