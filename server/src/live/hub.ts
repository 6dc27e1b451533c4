import type { PlanEvent } from '@cairn/contract/api/events'
import { LIVE_CLOSE, type LivePerson, WRITING_MS, type WritingField } from '@cairn/contract/api/live'
import { type AccessRevocation, reliesOn } from '../core/access-revocation.ts'
import { OpenReplies } from '../core/open-replies.ts'
import { PlanLists, type PlanListsDeps } from './plan-lists.ts'
import { type Listener, Room, type RoomDeps, type Subscription } from './room.ts'

export interface HubDeps extends Omit<PlanListsDeps, 'onFailure'> {
  readLog: RoomDeps['readLog']
  readPast: RoomDeps['readPast']
  onFailure(error: unknown): void
  clock(): Date
}

/** Every live socket of this process and its subscriptions. Sockets authorize themselves; the hub revokes access. */
export class Hub {
  readonly listeners = new Set<Listener>()
  /** Whose list of plans is open here. */
  readonly lists: PlanLists
  readonly replies = new OpenReplies()
  readonly #rooms = new Map<string, Room>()
  readonly #roomDeps: RoomDeps
  readonly #clock: () => Date
  /** Counts revocations, so a check that ran during one is repeated. */
  revocations = 0
  /**
   * Why this server must not accept sockets now: it does not receive the other servers' messages, or cannot query the
   * database.
   */
  readonly #shut = new Set<string>()
  /** Set by the relay: publishes the people in a room here to the other servers. */
  onPresence: (planId: string, people: LivePerson[]) => void = () => {}
  /** Set by the relay: called when a plan gets its first listener here. */
  onRoom: (planId: string) => void = () => {}

  constructor({ readLog, readPast, readPeople, readStates, onFailure, clock }: HubDeps) {
    this.#clock = clock
    this.lists = new PlanLists({ readPeople, readStates, onFailure })
    this.#roomDeps = {
      readLog,
      readPast,
      onFailure: (room, error) => {
        onFailure(error)
        for (const { listener } of [...room.members]) listener.close(LIVE_CLOSE.restarting, 'restarting')
      },
      onPresence: (room) => this.onPresence(room.planId, room.presence.local()),
    }
  }

  /** No sockets are accepted while there is a reason. */
  get open(): boolean {
    return this.#shut.size === 0
  }

  /** Disconnects everyone. When they reconnect, they are authorized and catch up. */
  shut(reason: string): void {
    if (this.#shut.has(reason)) return
    this.#shut.add(reason)
    this.closeAll(LIVE_CLOSE.restarting, 'restarting')
  }

  reopen(reason: string): void {
    this.#shut.delete(reason)
  }

  /** The plans with listeners here. */
  watched(): string[] {
    return [...this.#rooms.keys()]
  }

  /** Adds a member to the plan's room. It receives nothing yet, but is closed if access is revoked. */
  join(planId: string, listener: Listener): Subscription {
    let room = this.#rooms.get(planId)
    if (!room) {
      room = new Room(planId, this.#roomDeps)
      this.#rooms.set(planId, room)
      this.onRoom(planId)
    }
    const { user } = listener
    const member: Subscription = {
      ...{ listener, room, user, node_id: null, writing: null, role: null, writingTimer: undefined },
      ...{ ended: false, present: false, live: false, from: 0 },
    }
    room.members.add(member)
    return member
  }

  /** Access was checked: others see this person from now on. */
  enter(member: Subscription): void {
    member.present = true
    if (member.room.presence.enter(member)) member.room.presenceChanged({ local: true })
  }

  move(member: Subscription, nodeId: string | null): void {
    if (member.room.presence.move(member, nodeId)) member.room.presenceChanged({ local: true })
  }

  /** Repeated signals only extend the time; others receive a change. */
  write(member: Subscription, field: WritingField | null): void {
    clearTimeout(member.writingTimer)
    if (field !== null) member.writingTimer = setTimeout(() => this.write(member, null), WRITING_MS).unref()
    if (member.room.presence.write(member, field)) member.room.presenceChanged({ local: true })
  }

  leave(member: Subscription): void {
    const { room } = member
    clearTimeout(member.writingTimer)
    member.ended = true
    room.members.delete(member)
    if (room.presence.leave(member)) room.presenceChanged({ local: true })
    if (room.members.size === 0 && this.#rooms.get(room.planId) === room) this.#rooms.delete(room.planId)
  }

  publish(events: readonly PlanEvent[]): void {
    for (const event of events) {
      this.#rooms.get(event.plan_id)?.hear(event)
      this.lists.touch(event.plan_id)
      if (event.kind === 'collaborator.changed') this.#recheck(event.plan_id, event.data.after.user_id)
    }
  }

  /** The plan has reached this revision. */
  onRevision(planId: string, revision: number): void {
    this.#rooms.get(planId)?.onRevision(revision)
  }

  /** Closes the sockets that relied on the revoked access. */
  revokeAccess(revocation: AccessRevocation): void {
    this.revocations++
    this.lists.revokeAccess(revocation)
    this.replies.revokeAccess(revocation)
    for (const listener of this.#reliesOn(revocation)) {
      if (revocation.kind === 'plan_access' || revocation.kind === 'whole_plan')
        listener.close(LIVE_CLOSE.access_revoked, 'access revoked')
      else listener.close(LIVE_CLOSE.not_signed_in, 'not signed in')
    }
  }

  /**
   * Another server has revoked access. It may have been granted again since, so the sockets check again. Replies end: a
   * client can repeat its request.
   */
  onRemoteRevocation(revocation: AccessRevocation): void {
    this.revocations++
    this.lists.revokeAccess(revocation)
    this.replies.revokeAccess(revocation)
    for (const listener of this.#reliesOn(revocation)) listener.recheck()
  }

  #reliesOn(revocation: AccessRevocation): Listener[] {
    const plan_id = 'plan_id' in revocation ? revocation.plan_id : null
    const among = plan_id === null ? [...this.listeners] : this.#inRoom(plan_id)
    return among.filter(({ user, credential_id }) => reliesOn(revocation, { user_id: user.id, credential_id, plan_id }))
  }

  /** The role of the person has changed. */
  #recheck(plan_id: string, user_id: string): void {
    for (const listener of this.#reliesOn({ kind: 'plan_access', plan_id, user_id })) listener.recheck()
  }

  #inRoom(planId: string): Listener[] {
    return [...(this.#rooms.get(planId)?.members ?? [])].map(({ listener }) => listener)
  }

  /** The people in a plan on another server. */
  onRemotePresence(planId: string, serverId: string, people: LivePerson[]): void {
    const room = this.#rooms.get(planId)
    if (room?.presence.hear(serverId, people, this.#clock().getTime())) room.presenceChanged({ local: false })
  }

  /** Sends who is viewing one plan, or all plans with listeners; forgets servers that no longer respond. */
  sendPresence(planId?: string): void {
    const now = this.#clock().getTime()
    for (const room of this.#rooms.values()) {
      if (planId !== undefined && room.planId !== planId) continue
      if (room.presence.expire(now)) room.presenceChanged({ local: false })
      const people = room.presence.local()
      if (people.length > 0) this.onPresence(room.planId, people)
    }
  }

  closeAll(code: number, reason: string): void {
    for (const listener of [...this.listeners]) listener.close(code, reason)
  }
}
