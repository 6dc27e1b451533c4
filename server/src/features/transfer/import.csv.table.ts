// The rows of a CSV text.
import { parse } from 'csv-parse'
import { rest } from '../../base/turns.ts'
import { unguarded } from './csv.guard.ts'
import { Unreadable } from './import.read.ts'

/** More rows than any plan can hold, so that the message can say how many too many. */
const ROWS_MAX = 50_000
const ROW_BYTES_MAX = 1_000_000
const COLUMNS_MAX = 1_000
const PIECE = 8 * 1024

export interface Row {
  line: number
  /** By the lower-case name of the column; '' for a missing cell. */
  get(column: string): string
}

export interface Table {
  columns: string[]
  rows: Row[]
  /** The columns with values that no one has asked for. */
  unread(): string[]
}

/** Reads a table piece by piece, so that others are answered in between. Throws `Unreadable` with the line. */
export async function readTable(text: string): Promise<Table> {
  const delimiter = delimiterOf(text)
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    // Tables with tabs come unquoted, so a quote in them is a character.
    relax_quotes: delimiter === '\t',
    skip_empty_lines: true,
    max_record_size: ROW_BYTES_MAX,
  })
  let failure: (Error & { lines?: number }) | null = null
  parser.on('error', (error) => {
    failure = error
  })
  let columns: string[] | null = null
  const places = new Map<string, number>()
  const rows: Row[] = []
  const read = new Set<string>()
  const filled = new Set<number>()
  let line = 1
  const take = () => {
    for (;;) {
      const found = parser.read() as { record: string[]; info: { lines: number } } | null
      if (!found) return
      const { record, info } = found
      const at = line
      line = info.lines + 1
      if (columns === null) {
        columns = record.map((name) => name.trim().toLowerCase())
        for (const [place, name] of columns.entries()) if (!places.has(name)) places.set(name, place)
        continue
      }
      for (const [place, cell] of record.entries()) if (cell.trim() !== '') filled.add(place)
      const get = (column: string) => {
        read.add(column)
        return unguarded(record[places.get(column) ?? -1] ?? '')
      }
      rows.push({ line: at, get })
      if (rows.length > ROWS_MAX)
        throw new Unreadable(`The file has more than ${ROWS_MAX.toLocaleString('en-US')} rows`, at)
    }
  }
  // Bytes, because a piece of a text may end within a character.
  const bytes = Buffer.from(text)
  const findWideRow = wideRowFinder(delimiter)
  for (let at = 0; at < bytes.length && !failure; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    // The parser would first collect millions of empty cells.
    const wide = findWideRow(piece)
    if (wide !== null)
      throw new Unreadable(`The table has more than ${COLUMNS_MAX.toLocaleString('en-US')} columns`, wide)
    parser.write(piece)
    await rest()
    take()
  }
  if (!failure) {
    const ended = new Promise<void>((resolve) => {
      parser.once('end', resolve)
      parser.once('error', () => resolve())
      parser.on('readable', () => {
        try {
          take()
        } catch (error) {
          parser.destroy(error as Error)
        }
      })
    })
    parser.end()
    await ended
  }
  const failed = failure as (Error & { lines?: number }) | null
  if (failed instanceof Unreadable) throw failed
  if (failed) throw new Unreadable(`The table cannot be read: ${failed.message.slice(0, 200)}`, failed.lines ?? line)
  const unread = () => [...places].flatMap(([name, place]) => (filled.has(place) && !read.has(name) ? name : []))
  return { columns: columns ?? [], rows, unread }
}

/**
 * Looks through the bytes of a table, piece by piece, for a row with more than `COLUMNS_MAX` cells. Returns its line, or
 * null. A line break in quotes ends no row.
 */
function wideRowFinder(delimiter: string): (piece: Buffer) => number | null {
  const [sign, quote, end] = [delimiter, '"', '\n'].map((character) => character.charCodeAt(0))
  let [line, rowLine, cells] = [1, 1, 1]
  let isQuoted = false
  return (piece) => {
    // An iterator over so many bytes would take half a second.
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (byte === end) line++
      // Tables with tabs come unquoted.
      if (byte === quote && delimiter !== '\t') isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (byte === end) [rowLine, cells] = [line, 1]
      else if (byte === sign && ++cells > COLUMNS_MAX) return rowLine
    }
    return null
  }
}

/** The sign that the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, 10_000).split(/\r?\n/, 1)
  const count = (sign: string) => first.split(sign).length
  return ['\t', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
