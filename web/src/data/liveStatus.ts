import type { LivePerson, WritingField } from '@cairn/contract/api/live'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { perFrame } from '../lib/perFrame.ts'
import type { LiveState } from './liveConnection.ts'

/** The live connection state and presence of a plan. Only components that show them re-render. */
export class LiveStatus {
  #state: LiveState = 'connecting'
  #others: readonly LivePerson[] = []
  #byNode: ReadonlyMap<string, readonly LivePerson[]> = new Map()
  readonly #watchers = new Set<() => void>()
  /** Tells the others in which text the user writes; null: no longer. */
  write: (nodeId: string, field: WritingField | null) => void = () => {}
  readonly #arrivals = perFrame<readonly LivePerson[]>((lists) => {
    this.#others = lists.at(-1) ?? []
    this.#byNode = byNode(this.#others, this.#byNode)
    this.#notify()
  })

  get state(): LiveState {
    return this.#state
  }

  /** The other people who have the plan open. */
  get others(): readonly LivePerson[] {
    return this.#others
  }

  /** The other people who have a node open. The same array while they stay. */
  othersAt(nodeId: string): readonly LivePerson[] {
    return this.#byNode.get(nodeId) ?? NOBODY
  }

  setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#notify()
  }

  setOthers(others: readonly LivePerson[]): void {
    this.#arrivals.add(others)
  }

  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange)
    return () => this.#watchers.delete(onChange)
  }

  #notify(): void {
    for (const onChange of this.#watchers) onChange()
  }
}

export const useLiveState = (status: LiveStatus): LiveState => useSyncExternalStore(status.watch, () => status.state)
export const useOthers = (status: LiveStatus): readonly LivePerson[] =>
  useSyncExternalStore(status.watch, () => status.others)

/** For the rows and cards of the plan, of which only those with people re-render. */
export const LiveContext = createContext<LiveStatus | null>(null)

/** The other people who have a node open. */
export function useOthersAt(nodeId: string): readonly LivePerson[] {
  const status = useContext(LiveContext)
  const watch = useCallback((onChange: () => void) => status?.watch(onChange) ?? NOTHING_TO_STOP, [status])
  return useSyncExternalStore(watch, () => status?.othersAt(nodeId) ?? NOBODY)
}

/** The names of the others who are writing in a text of a node. */
export function useWriters(nodeId: string, field: WritingField): string[] {
  return useOthersAt(nodeId)
    .filter(({ writing }) => writing === field)
    .map(({ name }) => name)
}

const NOBODY: readonly LivePerson[] = []
const NOTHING_TO_STOP = () => undefined

function byNode(
  people: readonly LivePerson[],
  before: ReadonlyMap<string, readonly LivePerson[]>,
): ReadonlyMap<string, readonly LivePerson[]> {
  const now = new Map<string, LivePerson[]>()
  for (const person of people) {
    if (person.node_id === null) continue
    const there = now.get(person.node_id)
    if (there) there.push(person)
    else now.set(person.node_id, [person])
  }
  const kept = new Map<string, readonly LivePerson[]>()
  for (const [nodeId, there] of now) {
    const last = before.get(nodeId)
    kept.set(nodeId, last && isSame(last, there) ? last : there)
  }
  return kept
}

const isSame = (before: readonly LivePerson[], now: readonly LivePerson[]): boolean =>
  before.length === now.length &&
  before.every(({ id, name, avatar_url, agent, writing }, index) => {
    const other = now[index]
    const isSamePerson = other?.id === id && other.name === name && other.avatar_url === avatar_url
    return isSamePerson && other.agent === agent && other.writing === writing
  })
