/** What the canvas shows (point 4: all of it, unless somebody says otherwise). */
export interface ViewOptions {
  /** Descriptions and badges. */
  labels: boolean
  progress: boolean
  /** The edges that are not the hierarchy. */
  dependencies: boolean
}

export const ALL_SHOWN: ViewOptions = { labels: true, progress: true, dependencies: true }
