// Where tests store temporary data: in memory, if the system has a folder for that.
import { existsSync, statfsSync } from 'node:fs'
import os from 'node:os'

const IN_MEMORY = '/dev/shm'
/** Enough for the databases of two suites. Containers often have only 64 MB there. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/** A folder in memory with enough space, otherwise the temporary folder. */
export function memoryFolder() {
  if (!existsSync(IN_MEMORY)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : os.tmpdir()
}
