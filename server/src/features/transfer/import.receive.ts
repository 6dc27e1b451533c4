// One imported file is in memory at a time: it, the plan in it and its rows take many times its size.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { IMPORT_MAX_BYTES } from '@cairn/contract/api/transfer'
import { AppError, overloaded } from '../../base/errors.ts'
import { PersonLimit } from '../../base/person-limit.ts'
import { TaskQueue } from '../../base/task-queue.ts'
import { makeTempFolder } from '../../base/temp-folder.ts'
import { writeSynced } from '../../providers/files.spool.ts'
import type { ImportFile } from './import.ts'

/** Beyond it the server replies that it is overloaded. */
const WAITING_MAX = 20
/** Files of one person that are received, wait or are read, so that others have their turn. */
const PERSON_MAX = 3

const reading = new TaskQueue(1)
const ofPerson = new PersonLimit(PERSON_MAX, tooManyImports)

interface Caller {
  userId: string
  /** Whether the caller has closed the connection and does not wait for the answer. */
  isGone(): boolean
}

/**
 * Has a file written to the disk by `receive`, which returns its name, waits for its turn, and calls `use` with it.
 * 413 if it is too large, 429 if the person already imports three files, 503 if too many are waiting.
 */
export async function receiveImport<T>(
  { userId, isGone }: Caller,
  receive: (write: (stream: AsyncIterable<Uint8Array>) => Promise<unknown>) => Promise<string>,
  use: (file: ImportFile) => Promise<T>,
): Promise<T> {
  const end = ofPerson.begin(userId)
  let folder: string | undefined
  try {
    folder = await makeTempFolder()
    const path = join(folder, 'file')
    const name = await receive((stream) => writeSynced(stream, path, IMPORT_MAX_BYTES))
    if (reading.waiting >= WAITING_MAX) throw overloaded()
    return await reading.run(async () => {
      if (isGone()) throw overloaded()
      return use({ name, bytes: await readFile(path) })
    })
  } finally {
    end()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

function tooManyImports(): AppError {
  const message = `You are already importing ${PERSON_MAX} files. Wait until one of them is done.`
  return new AppError(429, 'rate_limited', message, { retryAfter: 5 })
}
