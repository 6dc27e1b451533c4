// The one rule of versions: a write may say which version of a row it means, and is refused when that is no longer the current one.
import { conflict } from '../base/errors.ts'

/** 409 `version_conflict` with the current row, as `show` gives it, in `details`; no expectation is always met. */
export async function requireVersion(
  noun: string,
  { id, version }: { id: string; version: number },
  expected: number | undefined,
  show: () => unknown,
): Promise<void> {
  if (expected !== undefined && expected !== version)
    throw conflict('version_conflict', `This ${noun} has changed since you loaded it.`, await show(), [id])
}
