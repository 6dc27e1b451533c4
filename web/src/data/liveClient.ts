// The client's side of the live channel (decisions 12): one connection that follows one plan, catches up by revision after every
// interruption, and tells what it hears. Knows nothing of React or of caches.
import type { PlanEvent } from '@cairn/contract/api/events'
import {
  type ClientMessage,
  LIVE_CLOSE,
  LIVE_PROTOCOL,
  type LivePerson,
  type ServerMessage,
} from '@cairn/contract/api/live'
import { ApiError } from '../lib/api.ts'

/** `offline` is between two attempts; `ended` means that nothing more will come. */
export type LiveState = 'connecting' | 'live' | 'offline' | 'ended'

interface Options {
  planId: string
  /** The revision that this browser has. */
  revision: () => number
  /** The history that the revision belongs to, when it is known. */
  epoch: () => string | null
  /** The history that this server tells. */
  onEpoch: (epoch: string) => void
  getTicket: () => Promise<string>
  openSocket: (ticket: string) => WebSocket
  onEvent: (event: PlanEvent) => void
  /** So much was missed that the plan has to be read again. */
  onReload: () => void
  onPeople: (people: LivePerson[]) => void
  onState: (state: LiveState) => void
  /** The plan is gone or this person may not see it any more. */
  onWithdrawn: () => void
  random?: () => number
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** After "too many messages": the server counts by the minute. */
const CALM_DELAY_MS = 10_000
/** A server that does not say hello by then is none. */
const HELLO_MS = 10_000
/** Browsers do not show a page that its socket is dead, so the page asks this often. */
const PING_MS = 25_000
/** A socket that is silent for so long after a ping is dead. */
const SILENCE_MS = 8_000
/** An event that was sent before a pong is applied by then. */
const APPLIED_MS = 1_000
/** Selecting one node after another tells only of the last. */
const PRESENCE_MS = 250

/** One attempt to connect and, when it succeeds, its socket. Its timers end with it. */
interface Connection {
  socket: WebSocket | null
  isLive: boolean
  timers: Map<'hello' | 'ping' | 'silence' | 'applied', ReturnType<typeof setTimeout>>
}

export class LiveClient {
  readonly #options: Options
  #connection: Connection | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #stopped = false
  #nodeId: string | null = null
  #presence: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    for (const [target, type, listener] of this.#signals()) target.addEventListener(type, listener)
    void this.#connect()
  }

  stop(): void {
    this.#stopped = true
    for (const [target, type, listener] of this.#signals()) target.removeEventListener(type, listener)
    clearTimeout(this.#retry)
    clearTimeout(this.#presence)
    this.#release()
  }

  /** Connects again, which brings every event after the revision that this browser has. */
  restart(): void {
    if (this.#stopped) return
    this.#release()
    void this.#connect()
  }

  /** Tells the others on which node this person is. */
  setPresence(nodeId: string | null): void {
    if (nodeId === this.#nodeId) return
    this.#nodeId = nodeId
    clearTimeout(this.#presence)
    this.#presence = setTimeout(() => this.#sendPresence(), PRESENCE_MS)
  }

  #signals(): [EventTarget, string, () => void][] {
    return [
      [window, 'online', this.hurry],
      [window, 'offline', this.#drop],
      [window, 'focus', this.hurry],
      [window, 'pageshow', this.hurry],
      [document, 'visibilitychange', this.hurry],
    ]
  }

  async #connect(): Promise<void> {
    if (this.#connection || this.#stopped) return
    clearTimeout(this.#retry)
    this.#retry = undefined
    const connection: Connection = { socket: null, isLive: false, timers: new Map() }
    this.#connection = connection
    this.#options.onState('connecting')
    try {
      const ticket = await this.#options.getTicket()
      if (this.#connection === connection) this.#listen(connection, this.#options.openSocket(ticket))
    } catch (error) {
      if (this.#connection !== connection) return
      // A 401 has already taken the app to /login.
      if (error instanceof ApiError && error.status === 401) this.#end()
      else this.#later()
    }
  }

  #listen(connection: Connection, socket: WebSocket): void {
    connection.socket = socket
    this.#after('hello', HELLO_MS, this.#drop)
    socket.onmessage = ({ data }) => {
      if (this.#connection === connection) this.#hear(connection, JSON.parse(String(data)) as ServerMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.#connection === connection) this.#closed(code)
    }
  }

  #hear(connection: Connection, message: ServerMessage): void {
    const { planId, onEvent, onPeople, onReload, onState, onWithdrawn } = this.#options
    this.#cancel('silence')
    switch (message.type) {
      case 'hello':
        this.#cancel('hello')
        // A newer server speaks another protocol: its web app comes with the next reload.
        if (message.protocol === LIVE_PROTOCOL) this.#subscribe(message.epoch)
        else this.#end()
        break
      case 'subscribed':
        this.#failures = 0
        connection.isLive = true
        this.#after('ping', PING_MS, this.#ping)
        onState('live')
        onPeople(message.people)
        if (this.#nodeId !== null) this.#sendPresence()
        break
      case 'event':
        if (message.event.plan_id === planId) onEvent(message.event)
        break
      case 'reload':
        onReload()
        break
      case 'presence':
        onPeople(message.people)
        break
      case 'pong':
        this.#checkRevision(message.revision)
        break
      case 'error':
        if (message.code !== 'plan_not_found') break
        this.#end()
        onWithdrawn()
    }
  }

  readonly #ping = () => {
    this.#send({ type: 'ping', plan_id: this.#options.planId })
    this.#after('ping', PING_MS, this.#ping)
    this.#after('silence', SILENCE_MS, () => this.restart())
  }

  /** The server has sent more than has arrived. */
  #checkRevision(sent = -1): void {
    this.#after('applied', APPLIED_MS, () => {
      if (this.#options.revision() < sent) this.restart()
    })
  }

  #closed(code: number): void {
    if (code === LIVE_CLOSE.access_withdrawn) {
      this.#end()
      this.#options.onWithdrawn()
      return
    }
    this.#release()
    if (code === LIVE_CLOSE.too_many_messages || code === LIVE_CLOSE.too_large) this.#later(CALM_DELAY_MS)
    // Everything else comes back; for 4001 the next ticket says whether anybody is still signed in.
    else this.#later()
  }

  /** Half of the delay is by chance, so that a restarted server is not met by everybody at once. */
  #later(least = 0): void {
    if (this.#stopped) return
    this.#release()
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures)
    this.#failures += 1
    this.#options.onState('offline')
    const random = this.#options.random ?? Math.random
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#connect(), least + delay * (0.5 + random() / 2))
  }

  /** The network is back, or the user looks again: connects now, and asks a connection whether it still works. */
  readonly hurry = () => {
    if (this.#stopped || document.visibilityState === 'hidden') return
    if (!this.#connection) void this.#connect()
    else if (this.#connection.isLive && !this.#connection.timers.has('silence')) this.#ping()
  }

  readonly #drop = () => {
    if (this.#connection) this.#later()
  }

  #end(): void {
    this.stop()
    this.#options.onState('ended')
  }

  /** Ends the connection with its timers; nothing of it is heard any more. */
  #release(): void {
    const connection = this.#connection
    if (!connection) return
    this.#connection = null
    for (const timer of connection.timers.values()) clearTimeout(timer)
    connection.socket?.close()
    if (connection.isLive && !this.#stopped) this.#options.onPeople([])
  }

  #after(name: Parameters<Connection['timers']['get']>[0], ms: number, task: () => void): void {
    const connection = this.#connection
    this.#cancel(name)
    connection?.timers.set(
      name,
      setTimeout(() => {
        connection.timers.delete(name)
        task()
      }, ms),
    )
  }

  #cancel(name: Parameters<Connection['timers']['get']>[0]): void {
    clearTimeout(this.#connection?.timers.get(name))
    this.#connection?.timers.delete(name)
  }

  #subscribe(serverEpoch: string): void {
    const { planId, revision, epoch, onEpoch } = this.#options
    this.#send({ type: 'subscribe', plan_id: planId, since: revision(), epoch: epoch() ?? undefined })
    onEpoch(serverEpoch)
  }

  #sendPresence(): void {
    this.#send({ type: 'presence', plan_id: this.#options.planId, node_id: this.#nodeId })
  }

  #send(message: ClientMessage): void {
    const socket = this.#connection?.socket
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
}
