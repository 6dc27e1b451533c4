import type { PlanEvent } from '@cairn/contract/api/events'
import type { ServerMessage } from '@cairn/contract/api/live'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { Presence, type PresenceEntry } from './presence.ts'

/** Changes of presence within this time are sent together; it grows with the number of people. */
const PRESENCE_MS = 100
/** Events per read of the log. */
const CHUNK = 50
/** Of past events, so that a slow reader is not disconnected for what it asked for. */
const WAITING_MAX_BYTES = 200_000

/** An open socket, as rooms see it. */
export interface Listener {
  readonly user: PresenceEntry['user']
  readonly credential_id: string
  send(frame: Buffer): void
  /** Resolves when everything sent so far has been written to the network, or the socket has ended. */
  flushed(): Promise<void>
  close(code: number, reason: string): void
  /** Checks whether this socket may still receive events. */
  recheck(): void
}

/** Dependencies of a room. */
export interface RoomDeps {
  /** Events of the plan after a revision, in order. */
  readLog(planId: string, since: number, limit: number): Promise<PlanEvent[]>
  /** The same for events that a member has missed, without texts that have been deleted since. */
  readPast(planId: string, since: number, limit: number): Promise<PlanEvent[]>
  /** The log could not be read, so no one in this room can receive correct events. */
  onFailure(room: Room, error: unknown): void
  /** The people viewing through this server have changed. */
  onPresence(room: Room): void
}

/** One socket's subscription to one plan. It receives nothing until `catchUp` has brought it to the room's revision. */
export interface Subscription extends PresenceEntry {
  readonly listener: Listener
  readonly room: Room
  /** Known after the access check. */
  role: PlanRole | null
  /** Ends the signal that this person is writing. */
  writingTimer: NodeJS.Timeout | undefined
  ended: boolean
  /** Receives presence; set once access was checked. */
  present: boolean
  /** Receives events. */
  live: boolean
  /** The room's revision when it went live. */
  from: number
}

export const frameOf = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message))

/**
 * The subscribers of one plan in this process. Events are sent in order of revision, each exactly once; gaps are filled
 * from the log.
 */
export class Room {
  readonly planId: string
  readonly members = new Set<Subscription>()
  readonly presence = new Presence()
  readonly #deps: RoomDeps
  /** The revision that all live members have; unknown until the first member's access is checked. */
  #last: number | null = null
  /** The newest known revision. */
  #known = 0
  #reading = false
  #presenceTimer: NodeJS.Timeout | null = null
  #localChange = false

  constructor(planId: string, deps: RoomDeps) {
    this.planId = planId
    this.#deps = deps
  }

  /** The revision that all live members have. */
  get revision(): number | null {
    return this.#last
  }

  /** An event committed by this process. */
  hear(event: PlanEvent): void {
    if (event.revision > this.#known) this.#known = event.revision
    if (this.#last !== null && !this.#reading && event.revision === this.#last + 1) this.#deliver(event)
    else this.#read()
  }

  /** The plan is known to have reached this revision. */
  onRevision(revision: number): void {
    if (revision > this.#known) this.#known = revision
    this.#read()
  }

  /** Sends events after `since`, then makes the member live. `revision` is the plan's revision at the access check. */
  async catchUp(member: Subscription, since: number, revision: number): Promise<void> {
    this.#last ??= revision
    this.onRevision(revision)
    let at = since
    // The room may advance while the log is read, so a member goes live only in the step in which it has the room's
    // revision.
    while (!member.ended && at < this.#last) {
      const events = await this.#readLog(at, this.#deps.readPast)
      let waiting = 0
      for (const event of events) {
        if (waiting > WAITING_MAX_BYTES) {
          await member.listener.flushed()
          waiting = 0
        }
        if (member.ended || event.revision > this.#last) break
        const frame = frameOf({ type: 'event', event })
        member.listener.send(frame)
        waiting += frame.length
        at = event.revision
      }
      await member.listener.flushed()
    }
    member.from = at
    member.live = true
  }

  /** Sends the presence to everyone, soon; `local`: someone on this server has joined, left or moved. */
  presenceChanged({ local }: { local: boolean }): void {
    this.#localChange ||= local
    this.#presenceTimer ??= setTimeout(() => this.#sendPresence(), Math.max(PRESENCE_MS, this.members.size)).unref()
  }

  #sendPresence(): void {
    this.#presenceTimer = null
    const frame = frameOf({ type: 'presence', plan_id: this.planId, people: this.presence.everyone() })
    for (const { present, listener } of this.members) if (present) listener.send(frame)
    if (this.#localChange) this.#deps.onPresence(this)
    this.#localChange = false
  }

  #deliver(event: PlanEvent): void {
    this.#last = event.revision
    let frame: Buffer | undefined
    for (const { live, from, listener } of this.members) {
      if (!live || event.revision <= from) continue
      frame ??= frameOf({ type: 'event', event })
      listener.send(frame)
    }
  }

  /** Reads the log until the room is at its newest known revision; one read at a time. */
  #read(): void {
    if (this.#reading || this.#last === null || this.#known <= this.#last) return
    this.#reading = true
    this.#readOn(this.#last).catch((error: unknown) => this.#deps.onFailure(this, error))
  }

  async #readOn(from: number): Promise<void> {
    try {
      for (let last = from; last < this.#known && this.members.size > 0; last = this.#last ?? last)
        for (const event of await this.#readLog(last, this.#deps.readLog)) this.#deliver(event)
    } finally {
      this.#reading = false
    }
  }

  async #readLog(since: number, read: RoomDeps['readLog']): Promise<PlanEvent[]> {
    const events = await read(this.planId, since, CHUNK)
    if (events.length === 0) throw new Error(`Plan ${this.planId} has no event after revision ${since}.`)
    return events
  }
}
