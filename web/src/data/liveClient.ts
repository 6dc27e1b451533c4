// Follows one plan on the live channel: catches up by revision after every interruption, and tells what it hears.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { ClientMessage, LivePerson, ServerMessage } from '@cairn/contract/api/live'
import { LiveConnection, type LiveState, type Transport } from './liveConnection.ts'

interface Options extends Transport {
  planId: string
  /** The revision that this browser has. */
  revision: () => number
  /** The history that the revision belongs to, when it is known. */
  epoch: () => string | null
  /** The history that this server tells. */
  onEpoch: (epoch: string) => void
  onEvent: (event: PlanEvent) => void
  /** So much was missed that the plan has to be read again. */
  onReload: () => void
  onPeople: (people: LivePerson[]) => void
  onState: (state: LiveState) => void
  /** The plan is gone or this person may not see it any more. */
  onWithdrawn: () => void
}

/** An event that was sent before a pong is applied by then. */
const APPLIED_MS = 1_000
/** Selecting one node after another tells only of the last. */
const PRESENCE_MS = 250

export class LiveClient {
  readonly #options: Options
  readonly #connection: LiveConnection
  #nodeId: string | null = null
  #presence: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
    const { planId, revision, epoch, onEpoch, onPeople } = options
    this.#connection = new LiveConnection({
      ...options,
      subscribe: (serverEpoch) => {
        const message: ClientMessage = {
          type: 'subscribe',
          plan_id: planId,
          since: revision(),
          epoch: epoch() ?? undefined,
        }
        onEpoch(serverEpoch)
        return message
      },
      ping: () => ({ type: 'ping', plan_id: planId }),
      hear: (message) => this.#hear(message),
      onLost: () => onPeople([]),
    })
  }

  start(): void {
    this.#connection.start()
  }

  stop(): void {
    clearTimeout(this.#presence)
    this.#connection.stop()
  }

  /** Connects again, which brings every event after the revision that this browser has. */
  restart(): void {
    this.#connection.restart()
  }

  hurry(): void {
    this.#connection.hurry()
  }

  /** Tells the others on which node this person is. */
  setPresence(nodeId: string | null): void {
    if (nodeId === this.#nodeId) return
    this.#nodeId = nodeId
    clearTimeout(this.#presence)
    this.#presence = setTimeout(() => this.#sendPresence(), PRESENCE_MS)
  }

  #hear(message: ServerMessage): void {
    const { planId, onEvent, onPeople, onReload, onWithdrawn } = this.#options
    switch (message.type) {
      case 'subscribed':
        this.#connection.confirm()
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
        this.#connection.end()
        onWithdrawn()
    }
  }

  /** The server has sent more than has arrived. */
  #checkRevision(sent = -1): void {
    this.#connection.after('applied', APPLIED_MS, () => {
      if (this.#options.revision() < sent) this.restart()
    })
  }

  #sendPresence(): void {
    this.#connection.send({ type: 'presence', plan_id: this.#options.planId, node_id: this.#nodeId })
  }
}
