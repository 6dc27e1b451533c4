import { createContext, useContext, useSyncExternalStore } from 'react'
import type { View } from './view.ts'
import type { ViewStore } from './viewStore.ts'

export const ViewContext = createContext<ViewStore | null>(null)

/** The view of the graph around a component. */
export function useViewStore(): ViewStore {
  const store = useContext(ViewContext)
  if (!store) throw new Error('A part of the canvas must be inside a graph.')
  return store
}

/** Returns what `read` takes from the view, and renders again when that changes. */
export function useView<T extends string | number | boolean | View>(read: (view: View) => T): T {
  const store = useViewStore()
  return useSyncExternalStore(store.watch, () => read(store.get()))
}
