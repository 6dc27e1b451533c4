import fc from 'fast-check'
import { expect, it } from 'vitest'
import { merge3 } from './merge3.ts'

const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 12 }).map((list) => list.join('\n'))

it('merges changes in different lines', () => {
  expect(merge3('a\nb\nc', 'A\nb\nc', 'a\nb\nC')).toMatchObject({ clean: true, text: 'A\nb\nC' })
  expect(merge3('a\nb\nc', 'a\nb', 'new\na\nb\nc')).toMatchObject({ clean: true, text: 'new\na\nb' })
})

it('shows both sides of a line that both changed', () => {
  expect(merge3('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc')).toMatchObject({
    clean: false,
    passages: [{ text: 'a' }, { conflict: { base: 'b', mine: 'mine', theirs: 'theirs' } }, { text: 'c' }],
  })
})

it('takes the side that changed, and agrees with itself', () => {
  fc.assert(
    fc.property(lines, lines, (base, changed) => {
      expect(merge3(base, changed, base).text).toBe(changed)
      expect(merge3(base, base, changed).text).toBe(changed)
      expect(merge3(base, changed, changed).text).toBe(changed)
    }),
  )
})

it('loses no line that a side added', () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, mine, theirs) => {
      const { passages, clean, text } = merge3(base, mine, theirs)
      const known = new Set(base.split('\n'))
      const shown = passages.flatMap((passage) =>
        'text' in passage
          ? passage.text.split('\n')
          : [...passage.conflict.mine.split('\n'), ...passage.conflict.theirs.split('\n')],
      )
      for (const line of [...mine.split('\n'), ...theirs.split('\n')])
        if (!known.has(line)) expect(shown).toContain(line)
      if (clean)
        for (const line of text.split('\n')) expect([base, mine, theirs].join('\n').split('\n')).toContain(line)
    }),
  )
})

it('does not compare texts with very many differing lines', () => {
  const of = (line: string) => Array.from({ length: 20_000 }, (_, i) => (i % 2 ? '' : line)).join('\n')

  const { clean, passages } = merge3(of('a'), of('b'), of('c'))

  expect([clean, passages.length, passages[1]]).toEqual([false, 2, { text: '' }])
})

it('merges changes far apart in a long text', () => {
  const of = (first: string, last: string) =>
    [first, ...Array.from({ length: 1_200 }, (_, i) => `Line ${i}`), last].join('\n')

  expect(merge3(of('a', 'z'), of('A', 'z'), of('a', 'Z'))).toMatchObject({ clean: true, text: of('A', 'Z') })
})
