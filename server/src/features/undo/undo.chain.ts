/** What takes back which event, by the revision of the event that is taken back. */
export type UndoneBy = ReadonlyMap<number, readonly number[]>

export function undoneBy(undoing: readonly { revision: number; undoes: number }[]): UndoneBy {
  const found = new Map<number, number[]>()
  for (const { revision, undoes } of undoing) found.set(undoes, [...(found.get(undoes) ?? []), revision])
  return found
}

/** Whether an event has been taken back, and that has not been taken back in turn. */
export const isTakenBack = (by: UndoneBy, revision: number): boolean =>
  (by.get(revision) ?? []).some((later) => !isTakenBack(by, later))
