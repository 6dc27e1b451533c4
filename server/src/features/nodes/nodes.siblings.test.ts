import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Siblings } from './nodes.siblings.ts'

it('holds the same siblings as a list, whatever is inserted and removed', () => {
  const step = fc.record({ insert: fc.boolean(), at: fc.nat(2000) })
  fc.assert(
    fc.property(fc.nat(1500), fc.array(step, { maxLength: 50 }), (count, steps) => {
      const list = Array.from({ length: count }, (_, at) => `old ${at}`)
      const siblings = new Siblings(list)
      for (const [number, { insert, at }] of steps.entries())
        if (insert || list.length === 0) {
          const index = at % (list.length + 1)
          list.splice(index, 0, `new ${number}`)
          siblings.insert(index, `new ${number}`)
        } else {
          const [sibling = ''] = list.splice(at % list.length, 1)
          siblings.remove(sibling)
          expect(siblings.indexOf(sibling)).toBe(-1)
        }

      expect(siblings.toArray()).toEqual(list)
      expect(siblings.length).toBe(list.length)
      for (const at of [0, 1, 255, 256, list.length - 1].filter((index) => index >= 0 && index < list.length)) {
        expect(siblings.at(at)).toBe(list[at])
        expect(siblings.indexOf(list[at] ?? '')).toBe(at)
      }
      expect(siblings.at(list.length)).toBeUndefined()
    }),
  )
})
