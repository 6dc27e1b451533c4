import { type Stats, statSync } from 'node:fs'

/** How often the files are compared. */
const CHECK_MS = 1_000

/** The files of the open database were moved, deleted or replaced: what is written to them would be lost. */
export class FilesReplaced extends Error {
  constructor() {
    super('The files of the database were moved, deleted or replaced while the server was running.')
  }
}

/**
 * Returns a function to call within a transaction. It throws `FilesReplaced` once the files at `path` are no longer those
 * of the open database; it looks at most once a second. SQLite keeps its files while the database is open.
 */
export function watchFiles(path: string): () => void {
  const read = () => [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false }))
  let known: (Stats | undefined)[] | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - checkedAt < CHECK_MS) return
    checkedAt = now
    const found = read()
    known ??= found
    if (!known.every((before, i) => isSame(before, found[i]))) throw new FilesReplaced()
  }
}

/** Some file systems change inode numbers, so the time of creation counts too where it is known. */
const isSame = (a: Stats | undefined, b: Stats | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  ((a.dev === b.dev && a.ino === b.ino) || (a.birthtimeMs > 0 && a.birthtimeMs === b.birthtimeMs))
