// Optimistic locking: a write may name the version of a row that it expects, and is rejected if that is not the current
// one.
import { conflict } from '../base/errors.ts'

/** 409 `version_conflict` with the current row from `show` in `details`. Without an expectation nothing is checked. */
export async function requireVersion(
  noun: string,
  { id, version }: { id: string; version: number },
  expected: number | undefined,
  show: () => unknown,
): Promise<void> {
  if (expected !== undefined && expected !== version)
    throw conflict('version_conflict', `This ${noun} has changed since you loaded it.`, await show(), [id])
}
