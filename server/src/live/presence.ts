import type { LivePerson, WritingField } from '@cairn/contract/api/live'

/** At most this many people are sent; the list goes to every client. */
export const PEOPLE_MAX = 100
/** How long the presence on another server is valid; that server repeats it in half the time. */
export const ELSEWHERE_MS = 60_000

/** A person's presence in one plan, through one socket. */
export interface PresenceEntry {
  readonly user: Omit<LivePerson, 'node_id' | 'writing'>
  node_id: string | null
  /** The text of that node that the person is writing. */
  writing: WritingField | null
}

/** An agent is shown beside the person it acts for. */
const keyOf = ({ id, agent }: PresenceEntry['user']): string => `${id} ${agent ?? ''}`

interface Here {
  seats: Set<PresenceEntry>
  /** The entry that last named a node: with two windows open, a person is shown where they were last. */
  latest: PresenceEntry
}

/** The people viewing a plan, here and on other servers: each once, with the node they were last on. */
export class Presence {
  readonly #here = new Map<string, Here>()
  readonly #elsewhere = new Map<string, { people: LivePerson[]; until: number }>()

  /** Each returns whether the visible presence has changed. */
  enter(seat: PresenceEntry): boolean {
    const here = this.#here.get(keyOf(seat.user))
    if (here) {
      here.seats.add(seat)
      return false
    }
    this.#here.set(keyOf(seat.user), { seats: new Set([seat]), latest: seat })
    return true
  }

  leave(seat: PresenceEntry): boolean {
    const here = this.#here.get(keyOf(seat.user))
    if (!here?.seats.delete(seat)) return false
    const [other] = here.seats
    if (!other) return this.#here.delete(keyOf(seat.user))
    if (here.latest !== seat) return false
    here.latest = other
    return other.node_id !== seat.node_id || other.writing !== seat.writing
  }

  move(seat: PresenceEntry, nodeId: string | null): boolean {
    const here = this.#here.get(keyOf(seat.user))
    if (!here?.seats.has(seat)) return false
    const { node_id, writing } = here.latest
    if (seat.node_id !== nodeId) seat.writing = null
    seat.node_id = nodeId
    here.latest = seat
    return node_id !== nodeId || writing !== seat.writing
  }

  write(seat: PresenceEntry, field: WritingField | null): boolean {
    const here = this.#here.get(keyOf(seat.user))
    if (!here?.seats.has(seat)) return false
    const { latest } = here
    const before = latest.writing
    seat.writing = field
    // Someone who stops writing in one window may still write in another.
    if (field !== null) here.latest = seat
    return here.latest !== latest || before !== here.latest.writing
  }

  /** Replaces the presence of another server. */
  hear(serverId: string, people: LivePerson[], now: number): boolean {
    const before = this.#elsewhere.get(serverId)?.people ?? []
    if (people.length === 0) this.#elsewhere.delete(serverId)
    else this.#elsewhere.set(serverId, { people, until: now + ELSEWHERE_MS })
    return JSON.stringify(before) !== JSON.stringify(people)
  }

  /** Forgets servers that no longer respond. */
  expire(now: number): boolean {
    const before = this.#elsewhere.size
    for (const [serverId, { until }] of this.#elsewhere) if (until <= now) this.#elsewhere.delete(serverId)
    return this.#elsewhere.size !== before
  }

  /** The people on this server, in the order they joined. */
  local(): LivePerson[] {
    const people: LivePerson[] = []
    for (const { latest } of this.#here.values()) {
      if (people.length === PEOPLE_MAX) break
      people.push({ ...latest.user, node_id: latest.node_id, writing: latest.writing })
    }
    return people
  }

  /** Everyone; a person on two servers is where this one says. */
  everyone(): LivePerson[] {
    const people = new Map(this.local().map((person) => [keyOf(person), person]))
    for (const { people: others } of this.#elsewhere.values())
      for (const person of others) {
        const known = people.get(keyOf(person))
        if (!known || known.node_id === null) people.set(keyOf(person), person)
      }
    return [...people.values()].slice(0, PEOPLE_MAX)
  }
}
