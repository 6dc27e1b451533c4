import { expect, it } from 'vitest'
import { parsePlanOutline } from './planOutline.ts'

it('stops reading after one node more than a plan can have', () => {
  const { lines } = parsePlanOutline('- a\n'.repeat(1_000), { nodesMax: 10 })
  expect(lines).toHaveLength(11)
})
