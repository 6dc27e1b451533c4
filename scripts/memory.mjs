// Where the tests keep what need not outlive them: in memory, on a system that offers a folder there.
import { existsSync, statfsSync } from 'node:fs'
import os from 'node:os'

const IN_MEMORY = '/dev/shm'
/** Two suites' databases, with room to spare; containers often have 64 MB there. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/** A folder in memory that has room, else the one for temporary files. */
export function memoryFolder() {
  if (!existsSync(IN_MEMORY)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : os.tmpdir()
}
