// One imported file is in memory at a time: it, the plan in it and its rows take many times its size.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMPORT_MAX_BYTES } from '@cairn/contract/api/transfer'
import { overloaded } from '../../base/errors.ts'
import { TaskQueue } from '../../base/task-queue.ts'
import { writeSynced } from '../../providers/files.spool.ts'
import type { ImportFile } from './import.ts'

/** Beyond it the server replies that it is overloaded. */
const WAITING_MAX = 20

const reading = new TaskQueue(1)

/**
 * Has a file written to the disk by `receive`, which returns its name, waits for its turn, and calls `use` with it.
 * 413 if it is too large, 503 if too many are waiting.
 */
export async function receiveImport<T>(
  receive: (write: (stream: AsyncIterable<Uint8Array>) => Promise<unknown>) => Promise<string>,
  use: (file: ImportFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-import-'))
  try {
    const path = join(folder, 'file')
    const name = await receive((stream) => writeSynced(stream, path, IMPORT_MAX_BYTES))
    if (reading.waiting >= WAITING_MAX) throw overloaded()
    return await reading.run(async () => use({ name, bytes: await readFile(path) }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
