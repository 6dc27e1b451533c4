import { expect, it } from 'vitest'
import { parseCriteria, withoutTicks } from './criteria.ts'

it('reads one criterion a line; a ticked one begins with [x]', () => {
  expect(parseCriteria('[x] Done\nOpen\n\n  [X]  Loud\n- [ ] From elsewhere\n- [x] Also')).toEqual([
    { text: 'Done', isDone: true },
    { text: 'Open', isDone: false },
    { text: 'Loud', isDone: true },
    { text: 'From elsewhere', isDone: false },
    { text: 'Also', isDone: true },
  ])
  expect(parseCriteria(null)).toEqual([])
})

it.each([
  ['[x] One\nTwo\n- [X] Three', 'One\nTwo\nThree'],
  ['One\n\n- [ ] Two', 'One\n\n- [ ] Two'],
  ['Press [x] to close', 'Press [x] to close'],
])('resets the criteria %j to unmet', (text, expected) => {
  expect(withoutTicks(text)).toBe(expected)
})
