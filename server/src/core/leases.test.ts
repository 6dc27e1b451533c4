import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { takeLease } from './leases.repo.ts'

it('gives a lease to one holder until it ends, and one that ends impossibly late to the next', async () => {
  const { store } = await testApp()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
  const take = (holder: string, minute: number) =>
    store.write((tx) =>
      takeLease(tx, { name: 'sweep', holder, until: at(minute + 10) }, { now: at(minute), latest: at(minute + 21) }),
    )

  expect(await take('a', 0)).toBe(true)
  expect([await take('b', 5), await take('b', 10)]).toEqual([false, true])
  // The clock of this holder is six hours ahead.
  expect(await take('c', 360)).toBe(true)
  expect(await take('a', 21)).toBe(true)
})
