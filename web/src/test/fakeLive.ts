// The server's end of the live channel for component tests: accepts a connection and sends what the test emits.
import { type ClientMessage, type LivePerson, liveApi, type ServerMessage } from '@cairn/contract/api/live'
import { vi } from 'vitest'
import type { FakeApi } from './fakeApi.ts'

interface Socket {
  onmessage: ((event: { data: string }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export class FakeLive {
  readonly heard: ClientMessage[] = []
  people: LivePerson[] = []
  /** The state of the plan list. */
  plansState = 'first'
  #socket: Socket | null = null
  #held: ServerMessage[] | null = null

  constructor(api: FakeApi) {
    api.on(liveApi.ticket, () => ({ reply: { ticket: 'ticket', expires_in: 30 } }))
    const connect = (socket: Socket) => {
      this.#socket = socket
      queueMicrotask(() => this.say({ type: 'hello', protocol: 1, epoch: 'first' }))
    }
    const hear = (message: ClientMessage) => {
      this.heard.push(message)
      if (message.type === 'ping') this.say({ type: 'pong', plan_id: message.plan_id })
      if (message.type === 'subscribe_plans') this.say({ type: 'plans', state: this.plansState })
      if (message.type !== 'subscribe') return
      this.say({ type: 'subscribed', plan_id: message.plan_id, revision: message.since ?? 0, people: this.people })
    }
    class OneEnd implements Socket {
      static readonly OPEN = 1
      readyState = 1
      onmessage: Socket['onmessage'] = null
      onclose: Socket['onclose'] = null
      constructor() {
        connect(this)
      }
      send(text: string) {
        hear(JSON.parse(text) as ClientMessage)
      }
      close() {
        this.readyState = 3
      }
    }
    vi.stubGlobal('WebSocket', OneEnd)
  }

  /** Delays messages, like a slow network, until the returned function is called. */
  hold(): () => void {
    const held: ServerMessage[] = []
    this.#held = held
    return () => {
      this.#held = null
      for (const message of held) this.say(message)
    }
  }

  say(message: ServerMessage): void {
    if (this.#held) return void this.#held.push(message)
    this.#socket?.onmessage?.({ data: JSON.stringify(message) })
  }

  changePlans(state: string): void {
    this.plansState = state
    this.say({ type: 'plans', state })
  }

  /** Closes the connection from the server's side. */
  close(code: number): void {
    this.#socket?.onclose?.({ code })
  }
}
