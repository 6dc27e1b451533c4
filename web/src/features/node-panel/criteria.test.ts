import { expect, it } from 'vitest'
import { type CriteriaChange, changeCriteria } from './criteria.ts'

it.each<[string | null, CriteriaChange, string]>([
  [null, { kind: 'add', text: ' One\ntwo ' }, 'One two'],
  ['A\nB', { kind: 'add', text: 'C' }, 'A\nB\nC'],
  ['A\nB', { kind: 'tick', text: 'B', isDone: true }, 'A\n[x] B'],
  ['[x] A', { kind: 'tick', text: 'A', isDone: false }, 'A'],
  ['[x] A\nB', { kind: 'rewrite', text: 'A', to: 'A2' }, '[x] A2\nB'],
  ['A\nB', { kind: 'remove', text: 'A' }, 'B'],
  ['A', { kind: 'remove', text: 'Gone meanwhile' }, 'A'],
  ['A\nC', { kind: 'restore', criterion: { text: 'B', isDone: true }, index: 1 }, 'A\n[x] B\nC'],
  ['A', { kind: 'restore', criterion: { text: 'B', isDone: false }, index: 5 }, 'A\nB'],
])('changes %j by %j', (text, change, expected) => {
  expect(changeCriteria(text, change)).toBe(expected)
})
