import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { OperatorError } from '../base/errors.ts'

/**
 * Prevents two servers in one data folder. The operating system holds the lock through an open SQLite file and releases
 * it with the process, so no stale lock can remain. Returns the release function.
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
