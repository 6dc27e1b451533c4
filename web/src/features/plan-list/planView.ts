import { useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'

export type PlanView = 'grid' | 'list'
const VIEW_KEY = 'plans_view'

/** Grid or list view, stored in this browser. The default is the list. */
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
