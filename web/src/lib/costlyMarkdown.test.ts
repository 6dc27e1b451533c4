import { describe, expect, it } from 'vitest'
import { isCostlyMarkdown } from './costlyMarkdown.ts'

describe('isCostlyMarkdown', () => {
  it.each([
    ['emphasis that never closes', '_*a'.repeat(3_333)],
    ['underlines of headings', 'a\n=\n'.repeat(2_500)],
    ['footnotes', '[^a]:'.repeat(2_000)],
    ['deep quotes', `${'> '.repeat(4_900)}a`],
    ['deep lists', `${'- '.repeat(4_900)}a`],
  ])('finds %s', (_, text) => {
    expect(isCostlyMarkdown(text)).toBe(true)
  })

  it.each([
    ['a list', '- [ ] Ask *everyone* about `snake_case_names`\n'.repeat(150)],
    ['paragraphs', 'Some **strong** and some _soft_ words.\n\n'.repeat(400)],
    ['a table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(1_000)}`],
    ['code', `\`\`\`\n${'const some_name = other_name * third_name\n'.repeat(100)}\`\`\``],
    ['a quote in quotes', '> > > Why?\n> > Because.\n'],
    ['a rule', 'a\n\n---\n\nb'],
  ])('lets %s be', (_, text) => {
    expect(isCostlyMarkdown(text)).toBe(false)
  })
})
