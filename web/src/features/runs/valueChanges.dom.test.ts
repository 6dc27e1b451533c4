import { expect, it } from 'vitest'
import { textChanges, valueChanges } from './valueChanges.ts'

it('names the short values that changed, as the interface shows them', () => {
  const data = {
    before: { title: 'Route', status: 'not_started' as const, due_date: '2031-03-04', order_index: 1 },
    after: { title: 'Route', status: 'blocked' as const, due_date: null, order_index: 2 },
    changed: ['status', 'due_date', 'description'],
  }

  expect(valueChanges({ data })).toEqual([
    { label: 'Status', before: 'Not started', after: 'Blocked' },
    { label: 'Due date', before: expect.stringContaining('2031'), after: null },
  ])
  expect(textChanges({ data })).toEqual(['Description'])
})

it('shows nothing for what was only added or removed', () => {
  expect(valueChanges({ data: { before: null, after: { title: 'Route' } } })).toEqual([])
})
