// Reads tables: of this product, Todoist, Linear, GitHub Projects, and others with a title column.
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import { rest, takingTurns } from '../../base/turns.ts'
import { type DayOf, DUE, ROW_READERS, TITLES } from './import.csv.rows.ts'
import { type Row, readTable } from './import.csv.table.ts'
import { dateOf, dayFirstIn } from './import.dates.ts'
import { type Problems, type ReadEdge, type ReadNode, type ReadPlan, Unreadable } from './import.read.ts'

const has = (columns: readonly string[], ...names: string[]) => names.every((name) => columns.includes(name))

function formatOf(columns: readonly string[]): ImportFormat | null {
  if (has(columns, 'id', 'parent_id', 'title')) return 'cairn'
  if (has(columns, 'type', 'content', 'indent')) return 'todoist'
  if (has(columns, 'id', 'team', 'title', 'status')) return 'linear'
  if (has(columns, 'title', 'url') || has(columns, 'title', 'assignees')) return 'github'
  return TITLES.some((name) => columns.includes(name)) ? 'csv' : null
}
export async function readCsv(
  text: string,
  title: string,
  problems: Problems,
  wanted: ImportFormat | undefined,
): Promise<ReadPlan> {
  const { columns, rows, unread } = await readTable(text)
  const found = formatOf(columns)
  const format = wanted === undefined || wanted === 'csv' ? found : wanted
  if (found === null || format === null)
    throw new Unreadable('The first row must name the columns, one of them "title"', 1, 'title')
  const again = columns.find((name, i) => name !== '' && columns.indexOf(name) < i)
  if (again !== undefined) problems.warn(1, again.slice(0, 60), 'The column appears twice', 'The first one is used')
  const nodes: ReadNode[] = []
  const edges: ReadEdge[] = []
  const reader =
    ROW_READERS[
      format === 'cairn' || format === 'todoist' || format === 'linear' || format === 'github' ? format : 'csv'
    ]
  await warnOfLeftOut(columns, rows, problems)
  await rest()
  const due = [...new Set(columns)].filter((name) => DUE.test(name))
  const dayFirst = dayFirstIn(rows.flatMap((row) => due.map((name) => row.get(name))))
  const dayOf: DayOf = (text, line, field) => dateOf(text, line, field, problems, dayFirst)
  const read = reader({ columns, rows, nodes, edges, problems, dayOf })
  const takeTurns = takingTurns()
  for (const row of rows) {
    await takeTurns()
    read(row)
  }
  // Other tools export dozens of columns that no plan has.
  if (reader === ROW_READERS.csv || reader === ROW_READERS.cairn)
    for (const name of unread())
      if (name !== '' && !CALCULATED.has(name))
        problems.warn(1, name.slice(0, 60), `The column "${name.slice(0, 60)}" is not read`, 'It is left out')
  return { format, title, description: null, status: 'draft', nodes, edges }
}

/** Beside `parent_id`, it says nothing more. */
const CALCULATED = new Set(['level'])
/** What plans have no place for, where it is set. */
const LEFT_OUT = /^(labels?|tags|priority|estimate|related to|duplicate of)$/
/** What Todoist and Linear write for no priority. */
const NO_PRIORITY = new Set(['4', 'No priority'])

async function warnOfLeftOut(columns: readonly string[], rows: readonly Row[], problems: Problems): Promise<void> {
  for (const name of new Set(columns.filter((column) => LEFT_OUT.test(column)))) {
    await rest()
    const isSet = (cell: string) => cell !== '' && !(name === 'priority' && NO_PRIORITY.has(cell))
    if (rows.some((row) => isSet(row.get(name))))
      problems.warn(1, name, `A plan has no place for the column "${name}"`, 'It is left out')
  }
}
