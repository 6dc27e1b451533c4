import { useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'

export type PlanView = 'grid' | 'list'
const VIEW_KEY = 'plans_view'

/** Grid or list, remembered in this browser; a list by default (point 2). */
export function usePlanView(): [PlanView, (view: PlanView) => void] {
  const [view, setView] = useState<PlanView>(() => (readStored(VIEW_KEY) === 'grid' ? 'grid' : 'list'))
  return [
    view,
    (next) => {
      setView(next)
      writeStored(VIEW_KEY, next)
    },
  ]
}
