import { expect, it } from 'vitest'
import { type CriteriaChange, changeCriteria, keyCriteria, pastedCriteria } from './criteria.ts'

it.each<[string | null, CriteriaChange, string]>([
  [null, { kind: 'add', text: ' One\ntwo ' }, 'One two'],
  ['A\nB', { kind: 'add', text: 'C' }, 'A\nB\nC'],
  ['A\nB', { kind: 'tick', text: 'B', at: 1, isDone: true }, 'A\n[x] B'],
  ['[x] A', { kind: 'tick', text: 'A', at: 0, isDone: false }, 'A'],
  ['[x] A\nB', { kind: 'rewrite', text: 'A', at: 0, to: 'A2' }, '[x] A2\nB'],
  ['A\nB', { kind: 'remove', text: 'A', at: 0 }, 'B'],
  ['A\nA\nA', { kind: 'tick', text: 'A', at: 1, isDone: true }, 'A\n[x] A\nA'],
  ['B\nA', { kind: 'tick', text: 'A', at: 0, isDone: true }, 'B\n[x] A'],
  ['A', { kind: 'remove', text: 'Gone meanwhile', at: 0 }, 'A'],
  ['A\nB2', { kind: 'rewrite', text: 'B', at: 1, to: 'B3' }, 'A\nB3\nB2'],
  ['A\nC', { kind: 'restore', criterion: { text: 'B', isDone: true }, index: 1 }, 'A\n[x] B\nC'],
  ['A', { kind: 'restore', criterion: { text: 'B', isDone: false }, index: 5 }, 'A\nB'],
])('applies to %j the change %j', (text, change, expected) => {
  expect(changeCriteria(text, change)).toBe(expected)
})

it('keeps the key of a criterion when others are added or removed, or its text changes', () => {
  const list = (...texts: string[]) => texts.map((text) => ({ text, isDone: false }))
  const keys = (...lists: ReturnType<typeof list>[]) =>
    lists.reduce(keyCriteria, []).map(({ text, key }) => `${text}${key}`)

  expect(keys(list('A', 'B', 'A'))).toEqual(['A0', 'B1', 'A2'])
  expect(keys(list('A', 'B', 'C'), list('X', 'A', 'C'))).toEqual(['X3', 'A0', 'C2'])
  expect(keys(list('A', 'B'), list('A', 'Z'))).toEqual(['A0', 'Z1'])
  expect(keys(list('A', 'B'), list('B', 'A', 'C'))).toEqual(['B1', 'A0', 'C2'])
})

it('reads a pasted list as one criterion for each item', () => {
  expect(pastedCriteria('- [ ] First\r\n\n* [x] Second\n 3. Third - with a dash\nFourth')).toEqual([
    'First',
    'Second',
    'Third - with a dash',
    'Fourth',
  ])
})
