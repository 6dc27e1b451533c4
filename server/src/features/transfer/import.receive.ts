// One imported file is in memory at a time: it, the plan in it and its rows take many times its size.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMPORT_MAX_BYTES } from '@cairn/contract/api/transfer'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { overloaded } from '../../base/errors.ts'
import { receiveFormFile } from '../../http/form-file.ts'
import { writeSynced } from '../../providers/files.spool.ts'
import type { ImportFile } from './import.ts'

/** Beyond it the server replies that it is overloaded. */
const WAITING_MAX = 20

const oneAtATime = pLimit(1)

/**
 * Receives the file of a form on disk, waits for its turn, and calls `use` with it. 413 if it is too large, 503 if too
 * many are waiting.
 */
export async function receiveImport<T>(request: FastifyRequest, use: (file: ImportFile) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-import-'))
  try {
    const path = join(folder, 'file')
    const form = { field: 'file', maxBytes: IMPORT_MAX_BYTES }
    const name = await receiveFormFile(request, form, async (file) => {
      await writeSynced(file.stream, path, IMPORT_MAX_BYTES)
      return file.name
    })
    if (oneAtATime.pendingCount >= WAITING_MAX) throw overloaded()
    return await oneAtATime(async () => use({ name, bytes: await readFile(path) }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
