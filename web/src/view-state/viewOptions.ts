import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'
import { useLatest } from '../lib/useLatest.ts'

/** What graph and tree show. By default all is on, and colors show statuses. */
export interface ViewOptions {
  /** Descriptions and badges. */
  labels: boolean
  progress: boolean
  /** Edges other than the hierarchy. */
  dependencies: boolean
  /** Due dates and counts in tree rows. */
  details: boolean
  /** What the colors of the graph show. */
  colorBy: ColorBy
}

export const COLOR_BY = ['status', 'assignee', 'due'] as const
export type ColorBy = (typeof COLOR_BY)[number]
export const COLOR_BY_LABEL: Record<ColorBy, string> = { status: 'Status', assignee: 'Assignee', due: 'Due date' }

type ViewSwitch = Exclude<keyof ViewOptions, 'colorBy'>

/** The switches of the graph. The others belong to the tree. */
export const GRAPH_OPTIONS = ['labels', 'progress', 'dependencies'] as const satisfies ViewSwitch[]
export const VIEW_OPTIONS = [...GRAPH_OPTIONS, 'details'] as const satisfies ViewSwitch[]
export const VIEW_OPTION_LABEL: Record<ViewSwitch, string> = {
  labels: 'Labels',
  progress: 'Progress',
  dependencies: 'Dependencies',
  details: 'Details',
}

const keyOf = (planId: string) => `hidden_in_graph:${planId}`
const colorKeyOf = (planId: string) => `graph_color:${planId}`

/** The view options of a plan, stored in this browser: a list of those that are off, and the colors. */
export function useViewOptions(planId: string) {
  const [options, setOptions] = useState(() => readOptions(planId))
  const latest = useLatest(options)
  const change = useCallback(
    (changes: Partial<ViewOptions>) => {
      const next = { ...latest.current, ...changes }
      const hidden = VIEW_OPTIONS.filter((option) => !next[option])
      writeStored(keyOf(planId), hidden.length > 0 ? hidden.join(' ') : null)
      writeStored(colorKeyOf(planId), next.colorBy === 'status' ? null : next.colorBy)
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
    colorBy: COLOR_BY.find((by) => by === readStored(colorKeyOf(planId))) ?? 'status',
  }
}
