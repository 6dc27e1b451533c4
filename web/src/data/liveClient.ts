// Subscribes to one plan on the live channel, catches up by revision after every interruption, and reports events.
import type { PlanEvent } from '@cairn/contract/api/events'
import {
  type ClientMessage,
  type LivePerson,
  type ServerMessage,
  WRITING_MS,
  type WritingField,
} from '@cairn/contract/api/live'
import { LiveConnection, type LiveState, type Transport } from './liveConnection.ts'

interface Options extends Transport {
  planId: string
  /** The revision up to which events have arrived in this browser; -1 without the plan. */
  revision: () => number
  /** The epoch of that revision, if known. */
  epoch: () => string | null
  /** The epoch of the server. */
  onEpoch: (epoch: string) => void
  onEvent: (event: PlanEvent) => void
  /** Too many events were missed; the plan has to be refetched. */
  onReload: (revision: number) => void
  onPeople: (people: LivePerson[]) => void
  onState: (state: LiveState) => void
  /** The plan was deleted, or the user has lost access. */
  onRevoked: () => void
}

/** Within this time after a pong, events sent before it have been applied. */
const APPLIED_MS = 1_000
/** Delay before the viewed node is published, so that only the last of several selections is sent. */
const PRESENCE_MS = 250

export class LiveClient {
  readonly #options: Options
  readonly #connection: LiveConnection
  #nodeId: string | null = null
  #presence: ReturnType<typeof setTimeout> | undefined
  #wrote: { nodeId: string; field: WritingField; at: number } | null = null

  constructor(options: Options) {
    this.#options = options
    const { planId, revision, epoch, onEpoch, onPeople } = options
    this.#connection = new LiveConnection({
      ...options,
      subscribe: (serverEpoch) => {
        const message: ClientMessage = {
          type: 'subscribe',
          plan_id: planId,
          // Without a list the revision is -1. Any event or reload then shows that there is one to fetch.
          since: Math.max(0, revision()),
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

  /** Reconnects, which delivers every event that has not arrived in this browser. */
  restart(): void {
    this.#connection.restart()
  }

  hurry(): void {
    this.#connection.hurry()
  }

  /** Publishes which node the user is viewing. */
  setPresence(nodeId: string | null): void {
    if (nodeId === this.#nodeId) return
    this.#nodeId = nodeId
    clearTimeout(this.#presence)
    this.#presence = setTimeout(() => this.#sendPresence(), PRESENCE_MS)
  }

  /** Tells the others in which text the user writes, repeatedly while they do; null: no longer. */
  setWriting(nodeId: string, field: WritingField | null): void {
    const wrote = this.#wrote
    const at = Date.now()
    if (field === null && wrote?.nodeId !== nodeId) return
    if (wrote?.nodeId === nodeId && wrote.field === field && at - wrote.at < WRITING_MS / 2) return
    this.#wrote = field && { nodeId, field, at }
    this.#connection.send({ type: 'writing', plan_id: this.#options.planId, node_id: nodeId, field })
  }

  #hear(message: ServerMessage): void {
    const { planId, onEvent, onPeople, onReload, onRevoked } = this.#options
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
        onReload(message.revision)
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
        onRevoked()
    }
  }

  /** The server has sent events that have not arrived. */
  #checkRevision(sent = -1): void {
    this.#connection.after('applied', APPLIED_MS, () => {
      if (this.#options.revision() < sent) this.restart()
    })
  }

  #sendPresence(): void {
    this.#connection.send({ type: 'presence', plan_id: this.#options.planId, node_id: this.#nodeId })
  }
}
