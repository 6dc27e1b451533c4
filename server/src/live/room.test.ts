import type { PlanEvent } from '@cairn/contract/api/events'
import { expect, it } from 'vitest'
import { type Listener, Room, type Subscription } from './room.ts'

const EVENT_BYTES = 20_000
const COUNT = 120

it('sends a reader that catches up little at once, and waits until it has read that', async () => {
  const events = Array.from(
    { length: COUNT },
    (_, index) => ({ revision: index + 1, data: 'x'.repeat(EVENT_BYTES) }) as unknown as PlanEvent,
  )
  const read = async (_: string, since: number, limit: number) => events.slice(since, since + limit)
  const room = new Room('plan', {
    ...{ readLog: read, readPast: read },
    onFailure: (_, error) => {
      throw error
    },
    onPresence: () => {},
  })
  let [waiting, most] = [0, 0]
  const revisions: number[] = []
  const listener: Pick<Listener, 'send' | 'flushed'> = {
    send: (frame) => {
      waiting += frame.length
      most = Math.max(most, waiting)
      revisions.push(JSON.parse(String(frame)).event.revision)
    },
    flushed: async () => {
      waiting = 0
    },
  }
  const member = { listener, ended: false, live: false, from: 0 } as unknown as Subscription
  room.members.add(member)

  await room.catchUp(member, 0, COUNT)

  expect(revisions).toEqual(events.map(({ revision }) => revision))
  expect(most).toBeGreaterThan(2 * EVENT_BYTES)
  expect(most).toBeLessThan(300_000)
  expect(member.live).toBe(true)
})
