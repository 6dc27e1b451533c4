import { LIVE_CLOSE, type ServerMessage } from '@cairn/contract/api/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlanLists } from './plan-lists.ts'
import type { Listener } from './room.ts'

const PERSON = 'person'

/** One person's list, whose state is a number that every look at the database makes one higher. */
async function open() {
  let state = 0
  const deps = {
    readPeople: vi.fn(async () => [PERSON, 'somebody else']),
    readStates: vi.fn(async (ids: readonly string[]) => new Map(ids.map((id) => [id, String(++state)]))),
    onFailure: vi.fn(),
  }
  const lists = new PlanLists(deps)
  const told: ServerMessage[] = []
  const listener: Listener = {
    user: { id: PERSON, name: 'Ben', avatar_url: null },
    credential_id: 'session',
    send: (frame) => told.push(JSON.parse(String(frame))),
    flushed: async () => {},
    close: vi.fn(),
    recheck: () => {},
  }
  await lists.join(listener)
  told.length = 0
  return { lists, listener, told, deps }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends the first change immediately and all others together, once a second', async () => {
  const { lists, told, deps } = await open()

  for (let i = 0; i < 50; i++) {
    lists.touch(`plan ${i % 5}`)
    await wait(50)
  }
  await wait(1_000)

  expect(told.map((message) => message.type)).toEqual(['plans', 'plans', 'plans', 'plans'])
  expect(deps.readPeople).toHaveBeenCalledTimes(4)
})

it('sends revoked access without waiting', async () => {
  const { lists, told } = await open()
  lists.touch('plan')
  await wait(0)
  lists.touch('plan')

  lists.revokeAccess({ kind: 'plan_access', plan_id: 'plan', user_id: PERSON })
  await wait(0)

  expect(told).toHaveLength(2)
})

it('sends the newest state last, although someone joins while it changes', async () => {
  const { lists, listener, told, deps } = await open()
  let answer: (states: Map<string, string>) => void = () => {}
  deps.readStates.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  const joined = lists.join({ ...listener })
  await wait(0)
  lists.touch('plan')
  await wait(0)

  answer(new Map([[PERSON, 'older']]))
  await joined
  await wait(0)

  expect(told.at(-1)).toEqual({ type: 'plans', state: '2' })
})

it('does not query the database while no list is open', async () => {
  const { lists, listener, deps } = await open()
  lists.leave(listener)
  deps.readStates.mockClear()

  lists.touch('plan')
  lists.revokeAccess({ kind: 'whole_plan', plan_id: 'plan' })
  await wait(2_000)
  await lists.compare()

  expect(deps.readPeople).not.toHaveBeenCalled()
  expect(deps.readStates).not.toHaveBeenCalled()
})

it('disconnects everyone when the state cannot be read', async () => {
  const { lists, listener, deps } = await open()
  deps.readStates.mockRejectedValueOnce(new Error('The database is unavailable.'))

  lists.touch('plan')
  await wait(0)

  expect(listener.close).toHaveBeenCalledWith(LIVE_CLOSE.restarting, 'restarting')
  expect(deps.onFailure).toHaveBeenCalledOnce()
})
