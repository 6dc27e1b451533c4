/** Title, how long it takes, what is reached by it. */
type Task = readonly [title: string, time: string, description: string]

export interface Phase {
  title: string
  description: string
  tasks: readonly Task[]
}

/** What an undertaking goes through; `{it}` in a text is what the prompt is about. */
export interface Kind {
  /** By which it is recognized. */
  words: RegExp
  name: string
  description: string
  /** Seven. */
  phases: readonly Phase[]
  /** The three that summarize the plan best. */
  shortest: readonly [number, number, number]
  /** At a week, a month and two months. */
  milestones: readonly [string, string, string]
}
