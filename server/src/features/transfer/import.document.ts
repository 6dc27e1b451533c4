// A JSON file as the values at its top, read piece by piece.

import { JSONParser } from '@streamparser/json'
import { addTo } from '../../base/lists.ts'
import { rest } from '../../db/turn.ts'
import { reasonOf, Unreadable } from './import.read.ts'

const PIECE = 32 * 1024
/** Well above what a file of ours nests, so that metadata nested too deep costs only itself. */
const DEPTH_MAX = 100
const ITEMS_MAX = 200_000

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
    if (scan.depth > DEPTH_MAX) throw new Unreadable(`The JSON is nested deeper than ${DEPTH_MAX} levels`, scan.line)
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

/** Follows depth and lines: the line of each object in a list at the top, in order. */
function createScan() {
  const scan = { depth: 0, line: 1, lines: [] as number[], read }
  const kinds: number[] = []
  let open = 0
  let inText = false
  let escaped = false
  function read(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === 10) scan.line++
      if (escaped) escaped = false
      else if (inText) {
        if (byte === 92) escaped = true
        else if (byte === 34) inText = false
      } else if (byte === 34) inText = true
      else if (byte === 123 || byte === 91) {
        if (open === 2 && byte === 123 && kinds[1] === 91) scan.lines.push(scan.line)
        if (open < 2) kinds[open] = byte
        open++
        scan.depth = Math.max(scan.depth, open)
      } else if (byte === 125 || byte === 93) open--
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
