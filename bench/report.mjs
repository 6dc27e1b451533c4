// The table: one row per figure, one column per system, with target and verdict.
import { SECTIONS } from './rows.mjs'

const COLUMNS = ['measure', 'product', 'limit', 'limit-tuned', 'of limit', 'of tuned', 'target', 'verdict']
const LEFT = new Set([0, 6, 7])

const digits = (value) => (value >= 100 ? 0 : value >= 10 ? 1 : 2)
const number = (value) => value.toLocaleString('en-US', { maximumFractionDigits: digits(value) })
const withUnit = (value, unit) =>
  Number.isNaN(value) ? '–' : unit === 'x' ? `${number(value)}x` : `${number(value)} ${unit}`.trim()
const ratio = (value) => (Number.isFinite(value) ? value.toFixed(2) : '–')

/**
 * @param {import('./figures.mjs').Figures} figures
 * @param {Record<string, import('./targets.mjs').Rule>} targets
 * @returns {{ text: string, reached: number, missed: string[] }} the table without empty sections, the number of targets reached, and the missed rows
 */
export function report(figures, targets) {
  const lines = [COLUMNS, COLUMNS.map(() => '')]
  const missed = []
  let reached = 0
  for (const { title, rows } of SECTIONS.filter(({ rows }) => rows.some(({ id }) => figures.has(id)))) {
    lines.push([title.toUpperCase()])
    for (const { id, label, unit } of rows) {
      const value = (system) => withUnit(figures.of(id, system), unit)
      const judged = targets[id]?.(figures, id)
      const measured = !Number.isNaN(figures.of(id, 'product'))
      if (judged?.reached) reached++
      else if (judged && measured) missed.push(`${title}: ${label}: ${judged.figure}, needed ${judged.needed}`)
      lines.push([
        `  ${label}`,
        value('product'),
        value('limit'),
        value('tuned'),
        ratio(figures.ratio(id, 'product', 'limit')),
        ratio(figures.ratio(id, 'product', 'tuned')),
        judged?.needed ?? '',
        judged ? verdict(judged, measured) : '',
      ])
    }
  }
  return { text: align(lines), reached, missed }
}

function verdict({ reached, figure }, measured) {
  if (!measured) return 'not measured'
  return `${reached ? 'ok' : 'missed'}: ${figure}`
}

/** Pads every column to its widest cell. A line of one cell is a heading and does not count. */
function align(lines) {
  const cells = lines.filter((line) => line.length > 1)
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column].length)))
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return lines
    .map((line, index) => {
      if (index === 1) return rule
      if (line.length === 1) return `\n${line[0]}`
      const padded = line.map((cell, column) =>
        LEFT.has(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      return padded.join('  ').trimEnd()
    })
    .join('\n')
}
