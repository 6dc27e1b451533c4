import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it, vi } from 'vitest'
import { product, signUp } from './product.ts'
import { emptyLedger, expectAllKept, writeUntilItEnds } from './writers.ts'

const CYCLES = 3

it('preserves every acknowledged write when it is killed while 16 writers are at work', {
  timeout: 240_000,
}, async () => {
  const server = await product()
  await server.start()
  await signUp(server)
  const plan = (await server.call('POST', '/plans', { title: 'A plan that survives' })).json as Plan
  const ledger = emptyLedger()

  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const before = ledger.titles.size
    const writers = writeUntilItEnds(server, plan.id, ledger)
    await vi.waitFor(() => expect(ledger.titles.size).toBeGreaterThan(before), 60_000)
    await sleep(Math.random() * 1_000)
    await server.end('SIGKILL')
    await writers

    await server.start()
    await expectAllKept(server, plan.id, ledger)
  }
  expect(ledger.refused).toEqual([])
})
