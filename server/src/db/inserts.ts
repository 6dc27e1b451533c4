import { slicesBy } from '../base/lists.ts'
import type { Tx } from './schema.ts'

/** A part of a long list of rows, small enough for a short transaction. */
export type Insert = (tx: Tx) => Promise<void>

/** Rows of a part. */
const INSERT_ROWS = 1_000

export const insertsOf = <T>(
  rows: readonly T[],
  insert: (tx: Tx, rows: readonly T[]) => Promise<void>,
): readonly Insert[] => slicesBy(rows, INSERT_ROWS).map((part) => (tx) => insert(tx, part))
