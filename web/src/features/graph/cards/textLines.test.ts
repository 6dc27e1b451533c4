import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textLines } from './textLines.ts'

/** Every letter is 10 px wide. */
const measure = (text: string) => text.length * 10

it('breaks after spaces and hyphens and cuts the last line', () => {
  expect(textLines('Prototype the sign-up flow', [140, 140], measure)).toEqual(['Prototype the', 'sign-up flow'])
  expect(textLines('The sign-up flow', [90, 90], measure)).toEqual(['The sign-', 'up flow'])
  expect(textLines('Prototype the sign-up flow', [140, 60], measure)).toEqual(['Prototype the', 'sign-…'])
  expect(textLines('Incomprehensibility', [100, 100], measure)).toEqual(['Incomprehe', 'nsibility'])
  expect(textLines('Short', [100, 100], measure)).toEqual(['Short'])
  expect(textLines('  ', [100], measure)).toEqual([])
})

it('writes no line wider than its room, loses nothing but what it cuts, and keeps whole characters', () => {
  const title = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '-', '日', '👩‍👩‍👧', 'é'), maxLength: 60 })
  fc.assert(
    fc.property(title, fc.array(fc.integer({ min: 100, max: 300 }), { minLength: 1, maxLength: 3 }), (text, widths) => {
      const lines = textLines(text, widths, measure)
      for (const [index, line] of lines.entries()) expect(measure(line)).toBeLessThanOrEqual(widths[index] ?? 0)
      const written = lines.join('').replace(/…$/, '').replaceAll(' ', '')
      expect(text.replaceAll(' ', '').startsWith(written)).toBe(true)
      if (!lines.at(-1)?.endsWith('…')) expect(written).toBe(text.replaceAll(' ', ''))
      // Half a character of two units would be percent-encoded as an error.
      expect(() => encodeURIComponent(lines.join(''))).not.toThrow()
    }),
  )
})
