import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'
import { useLatest } from '../lib/useLatest.ts'

/** What graph and tree show. All options are on by default. */
export interface ViewOptions {
  /** Descriptions and badges. */
  labels: boolean
  progress: boolean
  /** Edges other than the hierarchy. */
  dependencies: boolean
  /** Due dates and counts in tree rows. */
  details: boolean
}

/** The options of the graph. The others belong to the tree. */
export const GRAPH_OPTIONS = ['labels', 'progress', 'dependencies'] as const satisfies (keyof ViewOptions)[]
export const VIEW_OPTIONS = [...GRAPH_OPTIONS, 'details'] as const satisfies (keyof ViewOptions)[]
export const VIEW_OPTION_LABEL: Record<keyof ViewOptions, string> = {
  labels: 'Labels',
  progress: 'Progress',
  dependencies: 'Dependencies',
  details: 'Details',
}

const keyOf = (planId: string) => `hidden_in_graph:${planId}`

/** The view options of a plan, stored in this browser as a list of those that are off. */
export function useViewOptions(planId: string) {
  const [options, setOptions] = useState(() => readOptions(planId))
  const latest = useLatest(options)
  const change = useCallback(
    (changes: Partial<ViewOptions>) => {
      const next = { ...latest.current, ...changes }
      const hidden = VIEW_OPTIONS.filter((option) => !next[option])
      writeStored(keyOf(planId), hidden.length > 0 ? hidden.join(' ') : null)
      setOptions(next)
    },
    [planId],
  )
  return [options, change] as const
}

function readOptions(planId: string): ViewOptions {
  const hidden = new Set(readStored(keyOf(planId))?.split(' '))
  return {
    labels: !hidden.has('labels'),
    progress: !hidden.has('progress'),
    dependencies: !hidden.has('dependencies'),
    details: !hidden.has('details'),
  }
}
