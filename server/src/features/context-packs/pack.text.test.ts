import fc from 'fast-check'
import { expect, it } from 'vitest'
import { block, type Section } from './pack.budget.ts'
import { quoted } from './pack.fence.ts'
import { writePack } from './pack.text.ts'
import { countTokens } from './pack.tokens.ts'

const ADDRESS = { planId: '01a2084c-b4c5-7095-a2ba-08d960d43a1c', nodeId: '01a2084c-b4cf-71ca-8eb8-cbde7521e4c1' }

const HEADER_LINES = 5

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.lorem({ maxCount: 300 }),
  fc.string({ unit: fc.constantFrom('\n', '`', '>', '#', '漢', '🚀', 'a', ' ', '\u2028'), maxLength: 3_000 }),
)

const section = (index: number): fc.Arbitrary<Section> =>
  fc.record({
    title: fc.constant(`Section ${index}`),
    blocks: fc.array(
      fc
        .tuple(fc.constantFrom('', '### Head'), text, fc.boolean())
        .map(([head, body, isList]) => block(head, quoted(body), isList)),
      { maxLength: 6 },
    ),
    room: fc.constantFrom('shared', 'first'),
    weight: fc.integer({ min: 1, max: 40 }),
    hasMore: fc.boolean(),
    more: fc.constant('GET /plans/{plan}/nodes/{node}/logs?log_type=decision'),
  })

const pack = fc.record({
  sections: fc.tuple(...[0, 1, 2, 3, 4, 5, 6, 7].map(section)),
  max_tokens: fc.integer({ min: 1_000, max: 6_000 }),
})

it('keeps to the budget and in its quotes whatever the texts are, and writes the same text twice', () => {
  fc.assert(
    fc.property(pack, ({ sections, max_tokens }) => {
      const written = writePack(ADDRESS, sections, { max_tokens })
      expect(written.tokens).toBeLessThanOrEqual(max_tokens)
      expect(written.tokens).toBe(countTokens(written.text))
      expect(writePack(ADDRESS, sections, { max_tokens })).toEqual(written)
      for (const line of written.text.split('\n').slice(HEADER_LINES))
        expect(line).toMatch(/^(>( |$)|### Head$|## Section \d$|Cut\. More: |$)/)
    }),
    { numRuns: 200 },
  )
})

it('shows everything if it fits', () => {
  fc.assert(
    fc.property(pack, ({ sections }) => {
      const written = writePack(ADDRESS, sections, { max_tokens: 1_000_000 })
      expect(written.sections.map(({ cut }) => cut)).toEqual(sections.map(({ hasMore }) => hasMore))
    }),
    { numRuns: 50 },
  )
})

it('returns a difference that keeps to the budget, with exactly the sections that differ', () => {
  fc.assert(
    fc.property(pack, pack, (one, two) => {
      const { max_tokens } = one
      const earlier = writePack(ADDRESS, one.sections, { max_tokens })
      const later = writePack(ADDRESS, two.sections, { max_tokens, since_hash: earlier.hash })
      expect(later.tokens).toBeLessThanOrEqual(max_tokens)
      expect(
        writePack(ADDRESS, one.sections, { max_tokens, since_hash: earlier.hash }).sections.some(
          ({ changed }) => changed,
        ),
      ).toBe(false)
      const other = { ...ADDRESS, nodeId: ADDRESS.planId }
      expect(
        writePack(other, one.sections, { max_tokens, since_hash: earlier.hash }).sections.every(
          ({ changed }) => changed,
        ),
      ).toBe(true)
    }),
    { numRuns: 100 },
  )
})

it('changes only the hash of the section that is edited, also if others are cut', () => {
  const long = 'The limits are long and the days are short. '.repeat(400)
  const sections = (title: string): Section[] =>
    Array.from({ length: 8 }, (_, i) => ({
      title: `Section ${i}`,
      blocks: i === 2 ? [block('', [`> ${title}`], true)] : [block('', quoted(long))],
      room: 'first',
      weight: 10,
      hasMore: false,
      more: 'GET /',
    }))
  const { hash } = writePack(ADDRESS, sections('completed'), { max_tokens: 4_000 })
  const later = writePack(ADDRESS, sections('in_progress'), { max_tokens: 4_000, since_hash: hash })
  expect(later.sections.flatMap(({ changed }, i) => (changed ? [i] : []))).toEqual([2])
})
