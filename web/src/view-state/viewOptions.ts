import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'
import { useLatest } from '../lib/useLatest.ts'

/** What graph and tree show (points 2 and 4: all of it, unless somebody says otherwise). */
export interface ViewOptions {
  /** Descriptions and badges. */
  labels: boolean
  progress: boolean
  /** The edges that are not the hierarchy. */
  dependencies: boolean
  /** Due dates and counts in the rows of the tree. */
  details: boolean
}

/** Those of the canvas; the others belong to the tree. */
export const GRAPH_OPTIONS = ['labels', 'progress', 'dependencies'] as const satisfies (keyof ViewOptions)[]
export const VIEW_OPTIONS = [...GRAPH_OPTIONS, 'details'] as const satisfies (keyof ViewOptions)[]
export const VIEW_OPTION_LABEL: Record<keyof ViewOptions, string> = {
  labels: 'Labels',
  progress: 'Progress',
  dependencies: 'Dependencies',
  details: 'Details',
}

const keyOf = (planId: string) => `hidden_in_graph:${planId}`

/** What is shown of a plan, as this browser remembers; kept are the options that are off. */
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
