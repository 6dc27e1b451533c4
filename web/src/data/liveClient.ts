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
/** Selecting one node after another tells only of the last. */
const PRESENCE_MS = 250

export class LiveClient {
  readonly #options: Options
  #socket: WebSocket | null = null
  #failures = 0
  #stopped = false
  #nodeId: string | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #hello: ReturnType<typeof setTimeout> | undefined
  #presence: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    window.addEventListener('online', this.#hurry)
    window.addEventListener('offline', this.#drop)
    document.addEventListener('visibilitychange', this.#hurry)
    void this.#connect()
  }

  stop(): void {
    this.#stopped = true
    window.removeEventListener('online', this.#hurry)
    window.removeEventListener('offline', this.#drop)
    document.removeEventListener('visibilitychange', this.#hurry)
    clearTimeout(this.#retry)
    clearTimeout(this.#presence)
    this.#release()?.close()
  }

  /** Tells the others on which node this person is. */
  setPresence(nodeId: string | null): void {
    if (nodeId === this.#nodeId) return
    this.#nodeId = nodeId
    clearTimeout(this.#presence)
    this.#presence = setTimeout(() => this.#sendPresence(), PRESENCE_MS)
  }

  async #connect(): Promise<void> {
    this.#options.onState('connecting')
    try {
      const ticket = await this.#options.getTicket()
      if (!this.#stopped) this.#listen(this.#options.openSocket(ticket))
    } catch (error) {
      // A 401 has already taken the app to /login.
      if (error instanceof ApiError && error.status === 401) this.#end()
      else this.#later()
    }
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket
    this.#hello = setTimeout(() => this.#drop(), HELLO_MS)
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(data)) as ServerMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#closed(code)
    }
  }

  #hear(message: ServerMessage): void {
    const { planId, onEvent, onPeople, onReload, onState, onWithdrawn } = this.#options
    switch (message.type) {
      case 'hello':
        clearTimeout(this.#hello)
        // A newer server speaks another protocol: its web app comes with the next reload.
        if (message.protocol === LIVE_PROTOCOL) this.#subscribe(message.epoch)
        else this.#end()
        break
      case 'subscribed':
        this.#failures = 0
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
      case 'error':
        if (message.code !== 'plan_not_found') break
        this.#end()
        onWithdrawn()
    }
  }

  #closed(code: number): void {
    this.#release()
    if (this.#stopped) return
    this.#options.onPeople([])
    if (code === LIVE_CLOSE.access_withdrawn) {
      this.#end()
      this.#options.onWithdrawn()
      return
    }
    if (code === LIVE_CLOSE.too_many_messages || code === LIVE_CLOSE.too_large) this.#later(CALM_DELAY_MS)
    // Everything else comes back; for 4001 the next ticket says whether anybody is still signed in.
    else this.#later()
  }

  /** Half of the delay is by chance, so that a restarted server is not met by everybody at once. */
  #later(least = 0): void {
    if (this.#stopped) return
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures)
    this.#failures += 1
    this.#options.onState('offline')
    const random = this.#options.random ?? Math.random
    this.#retry = setTimeout(() => void this.#connect(), least + delay * (0.5 + random() / 2))
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  readonly #hurry = () => {
    if (this.#retry === undefined || this.#socket || this.#stopped || document.visibilityState === 'hidden') return
    clearTimeout(this.#retry)
    this.#retry = undefined
    void this.#connect()
  }

  readonly #drop = () => {
    const socket = this.#release()
    if (!socket) return
    socket.close()
    this.#options.onPeople([])
    this.#later()
  }

  #end(): void {
    this.stop()
    this.#options.onState('ended')
  }

  #release(): WebSocket | null {
    clearTimeout(this.#hello)
    const socket = this.#socket
    this.#socket = null
    return socket
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
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
