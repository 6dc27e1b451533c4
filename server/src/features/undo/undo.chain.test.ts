import { expect, it } from 'vitest'
import { TakenBack } from './undo.chain.ts'

/** Event 1, undone by 2, redone by 3 and so on, up to event `last`. */
const chain = (last: number) => Array.from({ length: last - 1 }, (_, at) => ({ revision: at + 2, undoes: at + 1 }))

it('knows what is taken back after an undo, a redo and another undo', () => {
  expect([...new TakenBack(chain(2)).all()]).toEqual([1])
  expect([...new TakenBack(chain(3)).all()]).toEqual([2])
  expect([...new TakenBack(chain(4)).all()].sort()).toEqual([1, 3])
})

it('tells undos from changes and redos', () => {
  const takenBack = new TakenBack(chain(4))
  expect([1, 2, 3, 4].map((revision) => takenBack.originOf(revision))).toEqual([undefined, 1, undefined, 1])
})

it('follows chains of 100,000 undos', () => {
  const takenBack = new TakenBack(chain(100_001))
  expect([takenBack.has(1), takenBack.has(2), takenBack.has(100_000)]).toEqual([false, true, true])
  takenBack.add(100_001)
  expect([takenBack.has(1), takenBack.has(2), takenBack.has(100_000)]).toEqual([true, false, false])
})

it('keeps an event taken back while one of two events that undo it has its effect', () => {
  const takenBack = new TakenBack([
    { revision: 2, undoes: 1 },
    { revision: 3, undoes: 1 },
  ])
  takenBack.add(3)
  expect(takenBack.has(1)).toBe(true)
  takenBack.add(2)
  expect(takenBack.has(1)).toBe(false)
  takenBack.add(1)
  expect(takenBack.has(1)).toBe(true)
})
