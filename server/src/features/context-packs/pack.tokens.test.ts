import { describe, expect, it } from 'vitest'
import { beginningWithin, cost, countTokens } from './pack.tokens.ts'

// Tokens by the o200k encoding.
const MEASURED: [string, string, number][] = [
  ['prose', 'Read the migration guide before you change a table, and run the tests on both databases. ', 18],
  ['code', "const rows = await db.selectFrom('nodes').selectAll().where('id', '=', id).execute()", 22],
  ['an id', '01a2084c-b4c5-7095-a2ba-08d960d43a1c', 24],
  ['German', 'Die Übersetzung der Oberfläche muss bis Freitag geprüft werden. ', 11],
  ['Russian', 'Перед запуском необходимо проверить резервные копии. ', 10],
  ['Chinese', '在发布之前必须检查备份,并通知团队可能出现的延迟。', 16],
  ['emoji', '🚀🔥✅🙈🧪📦', 11],
]

describe('estimated tokens', () => {
  it.each(MEASURED)(
    'are not fewer than those of a tokenizer for %s, and at most four times as many',
    (_, text, real) => {
      expect(countTokens(text.repeat(10))).toBeGreaterThanOrEqual(real * 10 * 0.95)
      expect(countTokens(text.repeat(10))).toBeLessThanOrEqual(real * 10 * 4)
    },
  )

  it('add up over lines', () => {
    const lines = ['> Hello World42 ABCdef', '', '## Node', '漢字 🚀', 'a'.repeat(40)]
    expect(cost(lines.join('\n'))).toBe(lines.reduce((sum, line) => sum + cost(line), 0) + 4 * cost('\n'))
  })
})

it('cuts within a cost and never inside of a character', () => {
  for (let most = 0; most < 400; most++) {
    const cut = beginningWithin('ab 🚀🚀 漢字🚀 cd', most)
    expect(cost(cut)).toBeLessThanOrEqual(most)
    expect(cut).not.toMatch(/\p{Surrogate}/u)
  }
})
