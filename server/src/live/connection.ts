import type { Socket } from 'node:net'
import { ClientMessage, LIVE_CLOSE, LIVE_PROTOCOL, type ServerMessage } from '@cairn/contract/api/live'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import type { RawData, WebSocket } from 'ws'
import { AppError, isUnavailable } from '../base/errors.ts'
import type { Actor, Ctx, Transactor } from '../core/ctx.ts'
import { requireUndeletedNode } from '../core/nodes.ts'
import { authorizePlan } from '../core/plan-access.ts'
import { cannotFollow } from '../features/activity/activity.changes.ts'
import { credentialOfActor, findHolderOf, type Holder } from '../features/auth/sessions/tickets.ts'
import type { Hub } from './hub.ts'
import { frameOf, type Listener, type Subscription } from './room.ts'

const PLANS_MAX = 100
/** Backlog of one reader before it is disconnected and has to catch up by revision. */
const BACKLOG_MAX_BYTES = 1_000_000
/** Well above the rate of a person. */
const MESSAGES_MAX = 100
const MESSAGES_WINDOW_MS = 10_000
/** Access is checked this often, even without a revocation. */
const RECHECK_MS = 5 * 60_000
/** A client that does not answer the close is disconnected after this long. */
const CLOSE_MS = 2_000
/** A client whose access was revoked gets no time to read what was sent before. */
const REVOKED_CLOSE_MS = 500
const REVOKED: readonly number[] = [LIVE_CLOSE.access_revoked, LIVE_CLOSE.not_signed_in]

type Subscribe = Extract<ClientMessage, { type: 'subscribe' }>

export interface ConnectionDeps {
  hub: Hub
  transactor: Transactor
  onError(error: unknown): void
}

/** One open socket: handles its client's messages in order and sends events. */
export class Connection implements Listener {
  readonly user: Listener['user']
  readonly credential_id: string
  readonly #socket: WebSocket
  readonly #wire: Socket
  readonly #actor: Actor
  readonly #deps: ConnectionDeps
  readonly #subscriptions = new Map<string, Subscription>()
  #expiresAt: string | null
  #checkedAt: number
  /** Handles messages one after the other. */
  #tail: Promise<void> = Promise.resolve()
  #windowStart = 0
  #messages = 0
  #hasAnswered = true
  /** Pings without a pong yet. A pong without a ping is counted like a message. */
  #pings = 0
  #ended = false
  /** While access is being checked: the check, and the frames that wait for it. */
  #doubt: Promise<void> | null = null
  #doubts = 0
  #held: Buffer[] = []
  #heldBytes = 0

  /** `wire` is the network socket below `socket`. */
  constructor(socket: WebSocket, wire: Socket, { actor, avatar_url, expires_at }: Holder, deps: ConnectionDeps) {
    this.#socket = socket
    this.#wire = wire
    this.#actor = actor
    this.#deps = deps
    const agent = actor.via.kind === 'session' ? null : actor.via.name
    const icon_url = actor.via.kind === 'session' ? undefined : actor.via.icon_url
    this.user = { id: actor.id, name: actor.name, avatar_url, agent, ...(icon_url !== undefined && { icon_url }) }
    this.credential_id = actor.credential_id
    this.#expiresAt = expires_at
    this.#checkedAt = deps.transactor.clock().getTime()
    deps.hub.listeners.add(this)
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('ping', () => this.#count())
    socket.on('pong', () => {
      this.#hasAnswered = true
      if (this.#pings === 0) this.#count()
      else this.#pings--
    })
    socket.on('close', () => this.#end())
    // ws closes with the correct code: 1009 too large, 1002 and 1007 invalid frames.
    socket.on('error', () => this.#end())
    this.#say({ type: 'hello', protocol: LIVE_PROTOCOL, epoch: deps.transactor.epoch() })
  }

  send(frame: Buffer): void {
    if (this.#ended) return
    if (this.#socket.bufferedAmount + this.#heldBytes > BACKLOG_MAX_BYTES) this.close(LIVE_CLOSE.too_slow, 'too slow')
    else if (this.#doubt) {
      this.#held.push(frame)
      this.#heldBytes += frame.length
    } else this.#socket.send(frame, { binary: false })
  }

  async flushed(): Promise<void> {
    while (this.#doubt) await this.#doubt
    if (this.#socket.bufferedAmount === 0) return
    // The callback of an empty ping runs when everything before it has been written, or the socket ends.
    this.#pings++
    await new Promise<void>((resolve) => this.#socket.ping(undefined, undefined, () => resolve()))
  }

  close(code: number, reason: string): void {
    if (this.#ended) return
    const isRevoked = REVOKED.includes(code)
    const behind = this.#socket.bufferedAmount > 0
    const planIds = [...this.#subscriptions.keys()]
    this.#end()
    // Earlier messages wait in this process and in the system; a reset discards both.
    const cutOff = () => void this.#wire.resetAndDestroy()
    if (isRevoked && behind) {
      cutOff()
      return
    }
    // Until it has closed, it may still send what it read with access that is revoked now.
    const reply = { user_id: this.user.id, credential_id: this.credential_id, end: cutOff }
    for (const plan_id of [null, ...planIds])
      this.#socket.once('close', this.#deps.hub.replies.add({ ...reply, plan_id }))
    this.#socket.close(code, reason)
    setTimeout(cutOff, isRevoked ? REVOKED_CLOSE_MS : CLOSE_MS).unref()
  }

  /** Checks access immediately. Until the reply, the socket receives nothing. */
  recheck(): void {
    if (this.#ended) return
    const doubt = this.#check()
      .catch((error: unknown) => this.#fail(error))
      .then(() => {
        if (this.#doubt === doubt) this.#trust()
      })
    this.#doubt = doubt
    this.#doubts++
  }

  /** Called every 30 seconds: closes sockets that have not answered, and pings the others. */
  beat(): void {
    if (!this.#hasAnswered) {
      this.#end()
      this.#socket.terminate()
      return
    }
    this.#hasAnswered = false
    this.#pings++
    this.#socket.ping()
    const now = this.#deps.transactor.clock()
    const expired = this.#expiresAt !== null && this.#expiresAt <= now.toISOString()
    if (expired || now.getTime() - this.#checkedAt >= RECHECK_MS) this.recheck()
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#hasAnswered = true
    if (!this.#count()) return
    const message = isBinary ? undefined : parse(String(data))
    this.#do(async () => {
      if (!message) this.#say({ type: 'error', code: 'invalid_message' })
      else if (message.type === 'subscribe') await this.#subscribe(message)
      else if (message.type === 'unsubscribe') this.#unsubscribe(message.plan_id)
      else if (message.type === 'ping') this.#pong(message.plan_id)
      else if (message.type === 'subscribe_plans') await this.#joinList()
      else if (message.type === 'unsubscribe_plans') this.#deps.hub.lists.leave(this)
      else if (message.type === 'writing') this.#write(message)
      else await this.#move(message.plan_id, message.node_id)
    })
  }

  /** The state of the list counts all plans of the person, so an app that is limited to one does not receive it. */
  async #joinList(): Promise<void> {
    if (this.#actor.plan_limit === null) await this.#deps.hub.lists.join(this)
    else this.#say({ type: 'error', code: 'forbidden' })
  }

  /** False if the client has sent too much. */
  #count(): boolean {
    const now = performance.now()
    if (now - this.#windowStart > MESSAGES_WINDOW_MS) {
      this.#windowStart = now
      this.#messages = 0
    }
    this.#messages++
    if (this.#messages > MESSAGES_MAX) this.close(LIVE_CLOSE.too_many_messages, 'too many messages')
    return !this.#ended
  }

  #do(task: () => Promise<void>): void {
    this.#tail = this.#tail.then(async () => {
      if (this.#ended) return
      try {
        await task()
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  #fail(error: unknown): void {
    this.#deps.onError(error)
    this.close(LIVE_CLOSE.restarting, 'try again')
  }

  #trust(): void {
    this.#doubt = null
    for (const frame of this.#held) if (!this.#ended) this.#socket.send(frame, { binary: false })
    this.#held = []
    this.#heldBytes = 0
  }

  async #subscribe({ plan_id: planId, since, epoch }: Subscribe): Promise<void> {
    this.#unsubscribe(planId)
    if (this.#subscriptions.size >= PLANS_MAX)
      return this.#say({ type: 'error', code: 'too_many_plans', plan_id: planId })

    // Joins before the access check, so a revocation during the check finds it.
    const member = this.#deps.hub.join(planId, this)
    this.#subscriptions.set(planId, member)
    const access = await this.#provenAccessTo(planId)
    if (member.ended) return
    if (access instanceof AppError) {
      this.#unsubscribe(planId)
      return this.#say({ type: 'error', code: access.code, plan_id: planId })
    }
    const { revision, role } = access
    member.role = role
    this.#deps.hub.enter(member)
    this.#say({ type: 'subscribed', plan_id: planId, revision, people: member.room.presence.everyone() })
    const known = since ?? revision
    const reload = cannotFollow({ since: known, epoch }, { revision, epoch: this.#deps.transactor.epoch() })
    if (reload) this.#say({ type: 'reload', plan_id: planId, revision })
    await member.room.catchUp(member, reload ? revision : known, revision)
  }

  #unsubscribe(planId: string): void {
    const member = this.#subscriptions.get(planId)
    if (!member) return
    this.#subscriptions.delete(planId)
    this.#deps.hub.leave(member)
  }

  /** Sends the revision that this socket has received, so its client can detect lost events. */
  #pong(planId: string | undefined): void {
    const member = planId === undefined ? undefined : this.#subscriptions.get(planId)
    const revision = member?.live ? member.room.revision : null
    this.#say({ type: 'pong', plan_id: planId, ...(revision === null ? {} : { revision }) })
  }

  /** Ignores a node of another plan, a deleted one, and a plan without a subscription. */
  async #move(planId: string, nodeId: string | null): Promise<void> {
    const member = this.#subscriptions.get(planId)
    if (!member) return
    if (nodeId !== null && (await unlessRefused(requireUndeletedNode(this.#ctx(), planId, nodeId))) instanceof AppError)
      return
    if (!member.ended) this.#deps.hub.move(member, nodeId)
  }

  /**
   * Reads nothing from the database: the node must be the one whose presence was checked. Only people write, and only in
   * texts that they may change.
   */
  #write({ plan_id: planId, node_id: nodeId, field }: Extract<ClientMessage, { type: 'writing' }>): void {
    const member = this.#subscriptions.get(planId)
    // While access is being checked, the role may be an earlier one.
    if (this.#doubt || !member?.present || !member.role || member.node_id !== nodeId) return
    if (this.#actor.via.kind !== 'session') return
    const isAllowed = field === null || can(member.role, field === 'comment' ? 'comment.add' : 'plan.edit')
    if (isAllowed) this.#deps.hub.write(member, field)
  }

  /** The plan's revision and the person's role, if they may read it. */
  async #accessTo(planId: string): Promise<{ revision: number; role: PlanRole } | AppError> {
    return unlessRefused(authorizePlan(this.#ctx(), planId, 'plan.read'))
  }

  /** Like `accessTo`, repeated if access was revoked during the check. */
  async #provenAccessTo(planId: string): Promise<{ revision: number; role: PlanRole } | AppError> {
    for (;;) {
      const doubts = this.#doubts
      const access = await this.#accessTo(planId)
      if (this.#ended || doubts === this.#doubts) return access
    }
  }

  async #check(): Promise<void> {
    const holder = await findHolderOf(this.#ctx(), credentialOfActor(this.#actor))
    if (!holder) return this.close(LIVE_CLOSE.not_signed_in, 'not signed in')
    if (holder.actor.plan_limit !== this.#actor.plan_limit)
      return this.close(LIVE_CLOSE.not_signed_in, 'limits changed')
    this.#expiresAt = holder.expires_at
    this.#checkedAt = this.#deps.transactor.clock().getTime()
    // Members that are still joining are checked again there.
    for (const [planId, member] of [...this.#subscriptions]) {
      if (!member.present) continue
      const access = await this.#accessTo(planId)
      if (access instanceof AppError) return this.close(LIVE_CLOSE.access_revoked, 'access revoked')
      member.role = access.role
    }
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#deps.hub.listeners.delete(this)
    this.#deps.hub.lists.leave(this)
    for (const planId of [...this.#subscriptions.keys()]) this.#unsubscribe(planId)
  }

  #say(message: ServerMessage): void {
    this.send(frameOf(message))
  }

  #ctx(): Ctx {
    const { store, clock } = this.#deps.transactor
    return { db: store.reader, actor: this.#actor, now: clock().toISOString() }
  }
}

function parse(text: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** A refusal is an answer; other errors are failures, also a database that is away. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | AppError> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && !isUnavailable(error)) return error
    throw error
  }
}
