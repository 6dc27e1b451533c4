import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../lib/lazyPart.ts'
import { requestToasts, toast } from './toastQueue.ts'

const ToastRegion = lazyPart(() => import('./ToastRegion.tsx'), 'ToastRegion')

export { toast }

let isWanted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the code of toasts. The first toast does so too. */
export const toasts = {
  preload: async () => {
    await ToastRegion.preload()
    isWanted = true
    for (const listener of listeners) listener()
  },
}

/** Renders toasts. Mounted once. */
export function Toaster() {
  const isShown = useSyncExternalStore(subscribe, () => isWanted)
  useEffect(() => requestToasts(() => void toasts.preload()), [])
  return (
    isShown && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  )
}
