import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefused } from './errors.ts'

/**
 * Makes a folder and those above it; one that is there is left as it is. Node's own `recursive` never returns below a folder in
 * which nothing can be made, like `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      makeFolder(dirname(path), mode)
      mkdirSync(path, { mode })
    } else if (code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

/** For its owner alone: what people plan and the hashes of their passwords are nobody else's on this machine. */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path, 0o700)
  } catch (error) {
    throw new StartRefused(`The data folder ${path} cannot be made: ${(error as Error).message}`)
  }
}
