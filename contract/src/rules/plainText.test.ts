import { expect, it } from 'vitest'
import { plainText } from './plainText.ts'

it.each([
  ['# Ropes\nTwo of **them**', 'Ropes Two of them'],
  ['- [x] length\n- weight', 'length weight'],
  ['See [the shop](https://example.com) and `ls`', 'See the shop and ls'],
  ['2 * 3 - 1 is snake_case', '2 * 3 - 1 is snake_case'],
])('converts %j to %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})
