import { LIVE_CLOSE } from '@cairn/contract/api/live'
import type { AccessRevocation } from '../core/access-revocation.ts'
import { frameOf, type Listener } from './room.ts'

/** People receive changes in their plans at most this often; revoked access does not wait. */
const TELL_MS = 1_000
const PEOPLE_A_QUERY = 1_000

export interface PlanListsDeps {
  /** The people who own or share one of these plans. */
  readPeople(planIds: readonly string[]): Promise<string[]>
  /** The state of each of these people's lists. */
  readStates(userIds: readonly string[]): Promise<Map<string, string>>
  onFailure(error: unknown): void
}

interface PlanList {
  listeners: Set<Listener>
  /** The state that all listeners have received; null until the first one is known. */
  told: string | null
}

/**
 * The open lists of plans in this process. A change marks the plan; a moment later the database says whose lists
 * contain it and their state, so this class does not know who may see what.
 */
export class PlanLists {
  readonly #deps: PlanListsDeps
  readonly #lists = new Map<string, PlanList>()
  readonly #plans = new Set<string>()
  readonly #people = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #notBefore = 0
  /** States are read and sent one after the other, so the last one sent is the newest. */
  #tail: Promise<void> = Promise.resolve()

  constructor(deps: PlanListsDeps) {
    this.#deps = deps
  }

  /** Sends the current state of the list, and every later one. */
  async join(listener: Listener): Promise<void> {
    const { id } = listener.user
    const list = this.#lists.get(id) ?? { listeners: new Set(), told: null }
    this.#lists.set(id, list)
    list.listeners.add(listener)
    await this.#inOrder(async () => {
      const state = await this.#stateOf(id)
      if (list.told !== state) this.#send(list, state)
      else if (list.listeners.has(listener)) listener.send(frameOf({ type: 'plans', state }))
    })
  }

  leave(listener: Listener): void {
    const list = this.#lists.get(listener.user.id)
    if (list?.listeners.delete(listener) && list.listeners.size === 0) this.#lists.delete(listener.user.id)
  }

  /** This plan has changed, here or on another server. */
  touch(planId: string): void {
    if (this.#lists.size === 0) return
    this.#plans.add(planId)
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#notBefore - performance.now())).unref()
  }

  /** Access was revoked: the affected lists are sent immediately. */
  revokeAccess(revocation: AccessRevocation): void {
    if (this.#lists.size === 0) return
    if (revocation.kind === 'plan_access') this.#people.add(revocation.user_id)
    else if (revocation.kind === 'whole_plan') this.#plans.add(revocation.plan_id)
    else return
    this.#flush()
  }

  /** Compares all lists with the database, even without a message. */
  async compare(): Promise<void> {
    const people = [...this.#lists.keys()]
    for (let i = 0; i < people.length; i += PEOPLE_A_QUERY)
      await this.#inOrder(() => this.#sendChangedStates(people.slice(i, i + PEOPLE_A_QUERY)))
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#notBefore = performance.now() + TELL_MS
    const [plans, people] = [[...this.#plans], [...this.#people]]
    this.#plans.clear()
    this.#people.clear()
    this.#inOrder(() => this.#sendStatesOf(plans, people)).catch((error: unknown) => this.#fail(error))
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => {})
    return done
  }

  async #sendStatesOf(plans: readonly string[], people: readonly string[]): Promise<void> {
    if (this.#lists.size === 0) return
    const members = plans.length > 0 ? await this.#deps.readPeople(plans) : []
    await this.#sendChangedStates([...new Set([...people, ...members])].filter((id) => this.#lists.has(id)))
  }

  async #sendChangedStates(people: readonly string[]): Promise<void> {
    if (people.length === 0) return
    for (const [id, state] of await this.#deps.readStates(people)) {
      const list = this.#lists.get(id)
      if (list && list.told !== state) this.#send(list, state)
    }
  }

  #send(list: PlanList, state: string): void {
    list.told = state
    const frame = frameOf({ type: 'plans', state })
    for (const listener of list.listeners) listener.send(frame)
  }

  async #stateOf(userId: string): Promise<string> {
    return (await this.#deps.readStates([userId])).get(userId) ?? ''
  }

  /** The states cannot be read: everyone is disconnected and reads the list again. */
  #fail(error: unknown): void {
    this.#deps.onFailure(error)
    for (const { listeners } of [...this.#lists.values()])
      for (const listener of [...listeners]) listener.close(LIVE_CLOSE.restarting, 'restarting')
  }
}
