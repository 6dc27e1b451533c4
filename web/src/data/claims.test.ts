import type { Claim } from '@cairn/contract/api/claims'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeId } from '../test/make.ts'
import { Claims } from './claims.ts'

const NOW = Date.UTC(2026, 2, 5, 10)
const [PACK, WALK] = [makeId(), makeId()]

const claim = (node_id: string, minutes: number, more: Partial<Claim> = {}): Claim => ({
  ...{ id: makeId(), plan_id: makeId(), node_id, fence: 1, user: { id: makeId(), name: 'Ana' }, agent: 'Claude' },
  ...{ created_at: new Date(NOW).toISOString(), expires_at: new Date(NOW + minutes * 60_000).toISOString() },
  ...more,
})

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts the minutes left, and notifies only the nodes whose minutes have changed', () => {
  const claims = new Claims()
  const told: string[] = []
  claims.watch(PACK, () => told.push('pack'))
  claims.watch(WALK, () => told.push('walk'))
  claims.load({ claims: [claim(PACK, 30), claim(WALK, 60.5)], clockOffset: 0 })
  expect(claims.of(PACK)?.minutes).toBe(30)
  told.length = 0

  vi.setSystemTime(NOW + 31_000)
  expect(claims.check()).toBe(false)
  expect(told).toEqual(['walk'])
  expect(claims.of(PACK)?.minutes).toBe(30)
})

it('shows a claim as expired after the computer has slept, until claims are read again', () => {
  const claims = new Claims()
  const pack = claim(PACK, 30)
  claims.load({ claims: [pack, claim(WALK, 600, { agent: null })], clockOffset: 0 })
  expect(claims.nodes).toEqual({ held: new Set([PACK, WALK]), byAgents: new Set([PACK]), abandoned: new Set() })
  const before = claims.nodes
  claims.check()
  expect(claims.nodes).toBe(before)

  let changes = 0
  claims.watchAll(() => changes++)
  vi.setSystemTime(NOW + 8 * 60 * 60_000)
  expect(claims.check()).toBe(true)
  expect(claims.of(PACK)?.minutes).toBe(0)
  expect(claims.nodes).toEqual({ held: new Set([WALK]), byAgents: new Set(), abandoned: new Set([PACK]) })
  expect(changes).toBe(1)

  claims.load({ claims: [pack], clockOffset: 0 })
  expect(claims.of(PACK)).toBeUndefined()
  expect(claims.check()).toBe(false)
  expect(claims.nodes).toEqual({ held: new Set(), byAgents: new Set(), abandoned: new Set([PACK]) })
})

it('goes by the clock of the server', () => {
  const claims = new Claims()
  // Our clock is an hour fast.
  claims.load({ claims: [claim(PACK, -30)], clockOffset: -60 * 60_000 })
  expect(claims.of(PACK)?.minutes).toBe(30)
  claims.load({ claims: [claim(PACK, 30)], clockOffset: -900 })
  expect(claims.of(PACK)?.minutes).toBe(30)
  claims.load({ claims: [claim(PACK, 0.05)], clockOffset: 0 })
  expect(claims.of(PACK)?.minutes).toBe(1)
  // One that has just ended, by a clock that shows whole seconds.
  claims.load({ claims: [claim(PACK, 0.01)], clockOffset: 0 })
  expect(claims.of(PACK)).toBeUndefined()
})
