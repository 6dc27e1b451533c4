import { expect, test } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { imported, preview } from '../../../test/importing.ts'

test.each([
  ['the year first', ['2026-01-31', '2026/1/31', '2026-01-31T23:00:00Z'], ['2026-01-31', '2026-01-31', '2026-01-31']],
  ['a time', ['2026-01-31 09:00', '31.1.2026 09:00', 'Jan 31 2026, 09:00'], ['2026-01-31', '2026-01-31', '2026-01-31']],
  ['dots', ['01.02.2027', '28.4.2027'], ['2027-02-01', '2027-04-28']],
  ['names of months', ['Dec 4, 2026', '4 December 2026', 'Fri 4 Dec 2026'], ['2026-12-04', '2026-12-04', '2026-12-04']],
  ['a day above 12 first', ['1/2/2027', '28/4/2027'], ['2027-02-01', '2027-04-28']],
  ['a day above 12 second', ['1/2/2027', '4/28/2027'], ['2027-01-02', '2027-04-28']],
  ['the same number twice', ['3/3/2027'], ['2027-03-03']],
])('reads dates with %s', async (_, words, days) => {
  const server = await testApp()
  const ana = await server.make.user()
  const table = `title,due\n${words.map((word, i) => `Task ${i},"${word}"`).join('\n')}\n`

  expect((await preview(server, ana, 'days.csv', table)).problems).toEqual([])
  const { nodes } = await imported(server, ana, 'days.csv', table)
  expect(nodes.slice(1).map(({ due_date }) => due_date)).toEqual(days)
})

test.each([
  ['1/2/2027', 'does not show whether the day or the month comes first'],
  ['2/30/2027', 'is not a date like 2026-01-31'],
  ['30.02.2027', 'is not a date like 2026-01-31'],
  ['Feb 30, 2027', 'is not a date like 2026-01-31'],
  ['2026-01-01garbage', 'is not a date like 2026-01-31'],
  ['Dec 4, 2026th', 'is not a date like 2026-01-31'],
  ['2027', 'is not a date like 2026-01-31'],
  ['2027-13-01', 'is not a date like 2026-01-31'],
  ['next week 2027', 'is not a date like 2026-01-31'],
])('reports %s instead of guessing a day', async (word, problem) => {
  const server = await testApp()
  const ana = await server.make.user()
  const { problems } = await preview(server, ana, 'days.csv', `title,due\nTask,"${word}"\n`)

  expect(problems).toEqual([
    { line: 2, field: 'due', message: `"${word}" ${problem}`, instead: 'There is no due date' },
  ])
})
