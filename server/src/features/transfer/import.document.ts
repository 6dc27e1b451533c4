// A JSON file as the values at its top, read piece by piece.

import { JSONParser } from '@streamparser/json'
import { addTo } from '../../base/lists.ts'
import { rest } from '../../base/turns.ts'
import { reasonOf, Unreadable } from './import.read.ts'

const PIECE = 32 * 1024
/** Well above what a file of ours nests, so that metadata nested too deep costs only itself. */
const DEPTH_MAX = 100
const ITEMS_MAX = 200_000
/** Values of one entry, such as one node, and of the whole file: each takes memory, however short it is. */
const ENTRY_VALUES_MAX = 20_000
const VALUES_MAX = 4_000_000
/** Bytes of one text or number. */
const TOKEN_MAX = 2 * 1024 * 1024

export type Item = Record<string, unknown> & { line: number }
export interface Document {
  /** The values at the top that are neither lists nor objects, and the fields of `plan`. */
  fields: Map<string, unknown>
  /** The objects in lists at the top. */
  lists: Map<string, Item[]>
}

/** Parses piece by piece, so that others are answered in between. */
export async function readDocument(bytes: Buffer): Promise<Document> {
  const document: Document = { fields: new Map(), lists: new Map() }
  const scan = createScan()
  const parser = new JSONParser({ paths: ['$.*', '$.*.*'], keepStack: false, separator: undefined })
  keepMarks(parser)
  let items = 0
  let failure: Error | null = null
  parser.onError = (error) => {
    failure = error
  }
  parser.onValue = ({ value, key, stack }) => {
    const list = stack[1]?.key
    if (typeof list === 'string' && typeof key === 'number') {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return
      const item: Item = { ...(value as object), line: scan.lines[items++] ?? 1 }
      addTo(document.lists, list, item)
      if (items > ITEMS_MAX) failure = new Unreadable(`The file has more than ${ITEMS_MAX} entries`, item.line)
    } else if (typeof list === 'string') document.fields.set(`${list}.${key}`, value)
    else if (typeof key === 'string' && typeof value !== 'object') document.fields.set(key, value)
  }
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    scan.read(piece)
    if (scan.problem !== null) throw new Unreadable(scan.problem, scan.line)
    try {
      parser.write(piece)
    } catch (error) {
      failure ??= error as Error
    }
    const failed = failure as Error | null
    if (failed instanceof Unreadable) throw failed
    if (failed) throw new Unreadable(`The JSON cannot be read: ${reasonOf(failed)}`, scan.line)
    await rest()
  }
  if (!parser.isEnded) throw new Unreadable('The JSON ends too early', scan.line)
  return document
}

/** The parser's own decoder drops U+FEFF from texts, even if it is escaped. The parser has no option for it. */
function keepMarks(parser: JSONParser): void {
  const { tokenizer } = parser as unknown as { tokenizer: { bufferedString: { decoder: unknown } } }
  tokenizer.bufferedString.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}

interface Scan {
  /** What is too much, with the line reached. */
  problem: string | null
  line: number
  /** The line of each object in a list at the top, in order. */
  lines: number[]
  read: (piece: Uint8Array) => void
}

/** Follows lines, and stops what would take too much time or memory before the parser makes values of it. */
function createScan(): Scan {
  const scan: Scan = { problem: null, line: 1, lines: [], read }
  const kinds: number[] = []
  let open = 0
  let inText = false
  let escaped = false
  /** Bytes of the text or number so far. */
  let length = 0
  let values = 0
  let inEntry = 0
  const count = () => {
    values++
    inEntry++
    if (values > VALUES_MAX) scan.problem = `The file has more than ${VALUES_MAX.toLocaleString('en-US')} values`
    else if (inEntry > ENTRY_VALUES_MAX)
      scan.problem = `The entry has more than ${ENTRY_VALUES_MAX.toLocaleString('en-US')} values`
  }
  function read(piece: Uint8Array): void {
    for (const byte of piece) {
      if (scan.problem !== null) return
      if (byte === 10) scan.line++
      if (++length > TOKEN_MAX) scan.problem = 'A text or number is longer than 2 MB'
      if (escaped) escaped = false
      else if (inText) {
        if (byte === 92) escaped = true
        else if (byte === 34) inText = false
      } else if (byte === 34) {
        inText = true
        length = 0
      } else if (byte === 123 || byte === 91) {
        if (open === 2 && byte === 123 && kinds[1] === 91) scan.lines.push(scan.line)
        if (open < 2) kinds[open] = byte
        open++
        if (open > DEPTH_MAX) scan.problem = `The JSON is nested deeper than ${DEPTH_MAX} levels`
        count()
        length = 0
      } else if (byte === 125 || byte === 93) {
        open--
        length = 0
      } else if (byte === 44) {
        // At the top a comma separates lists and fields, or the entries of a list.
        if (open <= 2) inEntry = 0
        count()
        length = 0
      } else if (byte <= 32) length = 0
    }
  }
  return scan
}

/** '' for what is neither a text nor a number. */
export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
export const orNull = (value: unknown): string | null => text(value) || null

export const objectsIn = (list: unknown): Record<string, unknown>[] =>
  (Array.isArray(list) ? list : []).filter((item) => typeof item === 'object' && item !== null)

/** More people of one node are left out. */
export const PEOPLE_MAX = 50
