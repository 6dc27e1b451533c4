/** Title, duration, result. */
type Task = readonly [title: string, time: string, description: string]

export interface Phase {
  title: string
  description: string
  tasks: readonly Task[]
}

/** The phases of a project; `{it}` in a text is the subject of the prompt. */
export interface Kind {
  /** By which it is recognized. */
  words: RegExp
  name: string
  description: string
  /** Seven. */
  phases: readonly Phase[]
  /** The three that summarize the plan best. */
  shortest: readonly [number, number, number]
  /** After a week, a month and two months. */
  milestones: readonly [string, string, string]
}
