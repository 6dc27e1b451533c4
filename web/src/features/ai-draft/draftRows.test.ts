import { expect, it } from 'vitest'
import { addRow, indentRow, moveRow, removeRow, rowsOf, treeOf } from './draftRows.ts'

const leaf = (title: string) => ({ title, description: '' })
const ROWS = rowsOf([
  { ...leaf('A'), children: [leaf('a1'), leaf('a2')] },
  { ...leaf('B'), children: [leaf('b1')] },
  { ...leaf('C'), children: [] },
])
const shown = (rows: readonly { level: number; title: string }[]) =>
  rows.map(({ level, title }) => `${level === 1 ? '-' : ''}${title}`).join(' ')

it('moves a row with its children past its sibling and theirs', () => {
  expect(shown(ROWS)).toBe('A -a1 -a2 B -b1 C')
  expect(shown(moveRow(ROWS, 0, 1))).toBe('B -b1 A -a1 -a2 C')
  expect(shown(moveRow(ROWS, 3, -1))).toBe('B -b1 A -a1 -a2 C')
  expect(shown(moveRow(ROWS, 3, 1))).toBe('A -a1 -a2 C B -b1')
  expect(shown(moveRow(ROWS, 5, 1))).toBe(shown(ROWS))
  expect(shown(moveRow(ROWS, 0, -1))).toBe(shown(ROWS))
})

it('moves a child also to the parent beside', () => {
  expect(shown(moveRow(ROWS, 1, 1))).toBe('A -a2 -a1 B -b1 C')
  expect(shown(moveRow(ROWS, 2, 1))).toBe('A -a1 B -a2 -b1 C')
  expect(shown(moveRow(ROWS, 1, -1))).toBe('a1 A -a2 B -b1 C')
})

it('keeps children of a removed row, and a first row without a parent', () => {
  expect(shown(removeRow(ROWS, 3))).toBe('A -a1 -a2 -b1 C')
  expect(shown(removeRow(ROWS, 0))).toBe('a1 -a2 B -b1 C')
  expect(shown(indentRow(ROWS, 5))).toBe('A -a1 -a2 B -b1 -C')
})

it('becomes a tree without empty rows, marked as drafted with AI', () => {
  const tree = treeOf(addRow(ROWS))
  expect(tree.map(({ title, children }) => [title, children.length])).toEqual([
    ['A', 2],
    ['B', 1],
    ['C', 0],
  ])
  expect(treeOf(ROWS, { isUnderRoot: true }).map(({ node_type }) => node_type)).toEqual(['phase', 'phase', 'task'])
  expect(tree[0]).toMatchObject({ node_type: 'task', metadata: { drafted_with_ai: true } })
})
