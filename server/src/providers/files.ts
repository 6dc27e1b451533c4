// Stores the bytes of uploads on the local disk or in an S3-compatible store. A file's key is the hash of its content:
// equal files are stored once, and no client input becomes part of a path.
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { OperatorError } from '../base/errors.ts'
import type { OutageListeners } from '../base/outages.ts'
import type { FileStore } from './file-store.ts'
import { loadOrCreateStoreId, localFiles } from './files.local.ts'
import { openSpool } from './files.spool.ts'

interface Options extends Partial<OutageListeners> {
  /** Whether no other server uses the folder: partial files of earlier runs are deleted. */
  alone?: boolean
}

/**
 * Opens the configured store. Throws `OperatorError` if the bucket rejects the settings, or the folder cannot be
 * written: uploads to a bucket are spooled there too. A bucket that is only away is reported to `onAway`.
 */
export async function openFileStore(
  config: Config,
  { alone = false, onAway = () => {}, onBack = () => {} }: Options = {},
): Promise<FileStore> {
  const folder = join(config.data_dir, 'files')
  const spool = await openSpool(join(folder, 'tmp'), alone).catch((error: Error) => {
    throw new OperatorError(`Cannot write to the folder ${folder}: ${error.message}`)
  })
  if (!config.s3) return localFiles(folder, spool, loadOrCreateStoreId(folder))
  const { s3Files } = await import('./files.s3.ts')
  return s3Files(config.s3, spool, { onAway, onBack })
}
