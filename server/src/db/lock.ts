import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { OperatorError } from '../base/errors.ts'

/**
 * Keeps a second server out of a data folder. The lock is the operating system's, held through an open SQLite file of its own:
 * it goes with the process, however that ends, so no stale lock can remain. Returns what gives it back.
 */
export function holdLock(dataDir: string): () => void {
  let file: InstanceType<typeof DatabaseSync> | undefined
  try {
    file = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
    file.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists lock (held); commit; begin exclusive',
    )
  } catch (error) {
    file?.close()
    if (/locked|busy/i.test(String(error)))
      throw new OperatorError(`Another server is already using the data folder ${dataDir}.`)
    throw new OperatorError(`Cannot write to the data folder ${dataDir}: ${(error as Error).message}`)
  }
  const held = file
  return () => held.close()
}
