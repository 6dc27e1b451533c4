// Cursors of lists: each names the last row of the page before.
import type { z } from 'zod'
import { invalid } from '../base/errors.ts'

/**
 * The rows that a page shows, and the cursor of the next page, null on the last. `rows` are read with one more than the
 * limit, which shows whether there is a next page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last ? cursorAfter(last) : null }
}

/** Opaque to clients. `list` prevents a cursor from being used with another list. */
export const writeCursor = (list: string, position: unknown): string =>
  Buffer.from(JSON.stringify([list, position])).toString('base64url')

/** The position in a cursor of this list; undefined without one. 400 for an invalid one. */
export function readCursor<T>(list: string, position: z.ZodType<T>, cursor: string | undefined): T | undefined {
  if (cursor === undefined) return undefined
  try {
    const [of, value] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of === list) return position.parse(value)
  } catch {
    // Explained below.
  }
  throw invalid('cursor', 'cursor is not valid')
}
