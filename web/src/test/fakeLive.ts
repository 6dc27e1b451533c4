// The other end of the live channel for component tests: answers a connection, and tells what the test lets happen.
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
  #socket: Socket | null = null

  constructor(api: FakeApi) {
    api.on(liveApi.ticket, () => ({ reply: { ticket: 'ticket', expires_in: 30 } }))
    const connect = (socket: Socket) => {
      this.#socket = socket
      queueMicrotask(() => this.say({ type: 'hello', protocol: 1, epoch: 'first' }))
    }
    const hear = (message: ClientMessage) => {
      this.heard.push(message)
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

  say(message: ServerMessage): void {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) })
  }

  /** Ends the connection from the server's side. */
  close(code: number): void {
    this.#socket?.onclose?.({ code })
  }
}
