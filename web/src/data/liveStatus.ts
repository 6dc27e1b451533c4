import type { LivePerson } from '@cairn/contract/api/live'
import { useSyncExternalStore } from 'react'
import { perFrame } from '../lib/perFrame.ts'
import type { LiveState } from './liveConnection.ts'

/** The live connection state and presence of a plan. Only components that show them re-render. */
export class LiveStatus {
  #state: LiveState = 'connecting'
  #people: readonly LivePerson[] = []
  readonly #watchers = new Set<() => void>()
  readonly #arrivals = perFrame<readonly LivePerson[]>((lists) => {
    this.#people = lists.at(-1) ?? []
    this.#tell()
  })

  get state(): LiveState {
    return this.#state
  }

  /** Everyone who has the plan open, including the user. */
  get people(): readonly LivePerson[] {
    return this.#people
  }

  setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#tell()
  }

  setPeople(people: readonly LivePerson[]): void {
    this.#arrivals.add(people)
  }

  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange)
    return () => this.#watchers.delete(onChange)
  }

  #tell(): void {
    for (const onChange of this.#watchers) onChange()
  }
}

export const useLiveState = (status: LiveStatus): LiveState => useSyncExternalStore(status.watch, () => status.state)
export const useLivePeople = (status: LiveStatus): readonly LivePerson[] =>
  useSyncExternalStore(status.watch, () => status.people)
