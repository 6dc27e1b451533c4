import type { PlanEvent } from '@cairn/contract/api/events'
import { LIVE_CLOSE, type ServerMessage } from '@cairn/contract/api/live'

interface Socket {
  send(data: string): void
  close(code: number, reason: string): void
  bufferedAmount: number
}
/** What may wait for one reader before it is told to reconnect and catch up by revision. */
const MAX_BACKLOG_BYTES = 1_000_000

/** Who is watching which plan in this process. Authorisation happens before `join`, never here. */
export class Hub {
  readonly #rooms = new Map<string, Set<Socket>>()

  join(planId: string, socket: Socket): () => void {
    const room = this.#rooms.get(planId) ?? new Set<Socket>()
    this.#rooms.set(planId, room.add(socket))
    return () => {
      room.delete(socket)
      if (room.size === 0) this.#rooms.delete(planId)
    }
  }

  publish(event: PlanEvent): void {
    const room = this.#rooms.get(event.plan_id)
    if (!room) return
    const message = JSON.stringify({ type: 'event', event } satisfies ServerMessage)
    for (const socket of room) {
      if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.close(LIVE_CLOSE.too_slow, 'too_slow')
      else socket.send(message)
    }
  }
}
