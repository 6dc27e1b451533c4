import { expect, it } from 'vitest'
import { indentLines } from './outlineIndent.ts'

const apply = (value: string, start: number, end: number, isOut: boolean) => {
  const { text, from, to, ...selection } = indentLines(value, start, end, isOut)
  return { value: value.slice(0, from) + text + value.slice(to), ...selection }
}

it('indents the line of the caret', () => {
  expect(apply('- a\n- b', 5, 5, false)).toEqual({ value: '- a\n  - b', start: 7, end: 7 })
})

it('indents and outdents all selected lines, except one that is only touched', () => {
  const text = '- a\n- b\n- c'
  expect(apply(text, 1, 8, false)).toEqual({ value: '  - a\n  - b\n- c', start: 3, end: 12 })
  expect(apply('  - a\n  - b\n- c', 3, 12, true)).toEqual({ value: text, start: 1, end: 8 })
})

it('outdents nothing at the margin', () => {
  expect(apply('- a', 2, 2, true)).toEqual({ value: '- a', start: 2, end: 2 })
  expect(apply('\t- a', 0, 0, true)).toEqual({ value: '- a', start: 0, end: 0 })
})
