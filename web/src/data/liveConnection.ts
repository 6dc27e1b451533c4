// One connection to the live channel. Reconnects after every interruption and detects dead sockets.
// The owner decides what to subscribe to. Independent of React and of caches.
import { type ClientMessage, LIVE_CLOSE, LIVE_PROTOCOL, liveApi, type ServerMessage } from '@cairn/contract/api/live'
import { ApiError, call } from '../lib/api.ts'
import { reportReached, reportUnreachable } from '../lib/connection.ts'

/** `offline`: between two attempts. `ended`: no further messages will come. */
export type LiveState = 'connecting' | 'live' | 'offline' | 'ended'

export interface Transport {
  getTicket: () => Promise<string>
  openSocket: (ticket: string) => WebSocket
  random?: () => number
}

interface Options extends Transport {
  /** The subscription, sent after every hello. */
  subscribe: (epoch: string) => ClientMessage
  ping: () => ClientMessage
  /** Receives every message except hello. */
  hear: (message: ServerMessage) => void
  onState: (state: LiveState) => void
  /** A live connection was interrupted and may come back. */
  onLost?: () => void
  /** The server has revoked the access that this connection requires. */
  onRevoked?: () => void
}

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** Delay after "too many messages": the server's window is 10 seconds. */
const CALM_DELAY_MS = 10_000
/** Timeout for the ticket and the server's hello, and again for its reply to the subscription. */
const REPLY_MS = 10_000
/** Ping interval. Browsers do not report a dead socket. */
const PING_MS = 25_000
/** A socket without a response for this long after a ping is dead. */
const SILENCE_MS = 8_000

type Timer = 'reply' | 'ping' | 'silence' | 'applied'

/** One connection attempt and its socket. Its timers end with it. */
interface Attempt {
  socket: WebSocket | null
  isLive: boolean
  timers: Map<Timer, ReturnType<typeof setTimeout>>
}

export class LiveConnection {
  readonly #options: Options
  #attempt: Attempt | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  get isLive(): boolean {
    return this.#attempt?.isLive ?? false
  }

  start(): void {
    for (const [target, type, listener] of this.#signals()) target.addEventListener(type, listener)
    void this.#connect()
  }

  stop(): void {
    this.#stopped = true
    for (const [target, type, listener] of this.#signals()) target.removeEventListener(type, listener)
    clearTimeout(this.#retry)
    this.#release()
  }

  /** Stops permanently. */
  end(): void {
    this.stop()
    this.#options.onState('ended')
  }

  /** Reconnects. */
  restart(): void {
    if (this.#stopped) return
    this.#release()
    void this.#connect()
  }

  /** The server has confirmed the subscription. */
  confirm(): void {
    if (!this.#attempt) return
    this.#cancel('reply')
    this.#failures = 0
    this.#attempt.isLive = true
    this.after('ping', PING_MS, this.#ping)
    this.#options.onState('live')
  }

  send(message: ClientMessage): void {
    const socket = this.#attempt?.socket
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  /** Runs a task later, unless this attempt has ended by then. */
  after(name: Timer, ms: number, task: () => void): void {
    const attempt = this.#attempt
    this.#cancel(name)
    attempt?.timers.set(
      name,
      setTimeout(() => {
        attempt.timers.delete(name)
        task()
      }, ms),
    )
  }

  /** The network is back or the page is visible again: connects now, or pings an existing connection. */
  readonly hurry = () => {
    if (this.#stopped || document.visibilityState === 'hidden') return
    if (!this.#attempt) void this.#connect()
    else if (this.#attempt.isLive && !this.#attempt.timers.has('silence')) this.#ping()
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
    if (this.#attempt || this.#stopped) return
    clearTimeout(this.#retry)
    this.#retry = undefined
    const attempt: Attempt = { socket: null, isLive: false, timers: new Map() }
    this.#attempt = attempt
    this.#options.onState('connecting')
    this.after('reply', REPLY_MS, this.#giveUp)
    try {
      const ticket = await this.#options.getTicket()
      if (this.#attempt === attempt) this.#listen(attempt, this.#options.openSocket(ticket))
    } catch (error) {
      if (this.#attempt !== attempt) return
      // A 401 has already taken the app to /login.
      if (error instanceof ApiError && error.status === 401) this.end()
      else this.#later()
    }
  }

  #listen(attempt: Attempt, socket: WebSocket): void {
    attempt.socket = socket
    socket.onmessage = ({ data }) => {
      if (this.#attempt === attempt) this.#hear(JSON.parse(String(data)) as ServerMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.#attempt === attempt) this.#closed(code)
    }
  }

  #hear(message: ServerMessage): void {
    this.#cancel('silence')
    reportReached()
    if (message.type !== 'hello') this.#options.hear(message)
    else {
      this.after('reply', REPLY_MS, this.#giveUp)
      // A newer server uses a different protocol. Reloading brings the matching app.
      if (message.protocol === LIVE_PROTOCOL) this.send(this.#options.subscribe(message.epoch))
      else this.end()
    }
  }

  readonly #ping = () => {
    this.send(this.#options.ping())
    this.after('ping', PING_MS, this.#ping)
    this.after('silence', SILENCE_MS, () => this.restart())
  }

  #closed(code: number): void {
    if (code === LIVE_CLOSE.access_revoked) {
      this.end()
      this.#options.onRevoked?.()
    } else if (code === LIVE_CLOSE.too_many_messages || code === LIVE_CLOSE.too_large) this.#later(CALM_DELAY_MS)
    // All other closures reconnect. After 4001, the next ticket shows whether the session is still valid.
    else this.#later()
  }

  /** Half of the delay is random, so that clients do not all reconnect to a restarted server at the same time. */
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

  /** Without a ticket the server itself is unreachable, which calls would notice much later. */
  readonly #giveUp = () => {
    if (!this.#attempt?.socket) reportUnreachable('silent')
    this.#drop()
  }

  readonly #drop = () => {
    if (this.#attempt) this.#later()
  }

  /** Ends the attempt and its timers. It reports nothing afterwards. */
  #release(): void {
    const attempt = this.#attempt
    if (!attempt) return
    this.#attempt = null
    for (const timer of attempt.timers.values()) clearTimeout(timer)
    attempt.socket?.close()
    if (attempt.isLive && !this.#stopped) this.#options.onLost?.()
  }

  #cancel(name: Timer): void {
    clearTimeout(this.#attempt?.timers.get(name))
    this.#attempt?.timers.delete(name)
  }
}

/** Connects the pages of this app to the channel. */
export const transport: Transport = {
  getTicket: async () => (await call(liveApi.ticket)).ticket,
  openSocket: (ticket) => {
    const url = new URL(`/api/live?ticket=${encodeURIComponent(ticket)}`, window.location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    return new WebSocket(url.href)
  },
}
