// Deletes files without references. A file's key is the hash of its content, so another server may upload it again at
// the same time: the two coordinate in the database.

import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError, overloaded } from '../../base/errors.ts'
import { plusMs } from '../../base/units.ts'
import type { Services } from '../../core/services.ts'
import type { FileStore } from '../../providers/file-store.ts'
import {
  claimOrphans,
  findOrphan,
  forgetIdleOrphan,
  forgetOrphans,
  listOrphans,
  listReferredFiles,
  readInstallation,
  recordOrphans,
} from './maintenance.files.repo.ts'

const BATCH_LISTED = 500
/** An upload may have to wait for the deletion of this many files. */
const BATCH_DELETED = 20
/** A clean-up that began to delete a file this long ago has crashed. */
const CLAIM_MS = 10 * 60_000
/** A clean-up stops long before, so no other one has claimed its files. */
const DELETE_MS = 60_000
const WAIT_MS = 100
const WAIT_MAX_MS = 30_000

type App = Pick<Services, 'store' | 'files' | 'clock'>

/** Records files without references, and deletes those that still have none after the grace period. */
export async function deleteOrphans(app: App, before: Date): Promise<void> {
  const { store, files, clock } = app
  if (!(await files.isOwnedBy(await readInstallation(store.reader))))
    throw new OperatorError(
      'The uploads belong to another installation, or to this one before a restore, so no file was deleted. Each installation needs a bucket or folder of its own; to take over this one, delete the object cairn-installation of the bucket, or the file files/installation.',
    )
  const now = clock().toISOString()
  for await (const keys of inBatches(files.listOlder(before))) {
    const referred = await listReferredFiles(store.reader, keys)
    const orphans = keys.filter((key) => !referred.has(key))
    if (orphans.length > 0) await store.write((tx) => recordOrphans(tx, orphans, now))
  }
  for (;;) {
    const keys = await listOrphans(store.reader, before.toISOString(), idleSince(app), BATCH_DELETED)
    if (keys.length === 0) return
    await deleteClaimed(app, keys, before)
  }
}

async function deleteClaimed(app: App, keys: readonly string[], before: Date): Promise<void> {
  const { store, files, clock } = app
  const started = performance.now()
  const { claimed, referred } = await store.write(async (tx) => {
    const claimed = await claimOrphans(tx, keys, idleSince(app), clock().toISOString())
    // Checked after the claim: from here on no new row refers to one of them.
    return { claimed, referred: claimed.length > 0 ? await listReferredFiles(tx, claimed) : new Set<string>() }
  })
  if (claimed.length === 0) return
  try {
    for (const key of claimed) {
      if (performance.now() - started > DELETE_MS) break
      if (!referred.has(key)) await files.deleteOlder(key, before)
    }
  } finally {
    // A file that could not be deleted is found again.
    await store.write((tx) => forgetOrphans(tx, claimed))
  }
}

/** The store for uploads: an upload of a file that a clean-up is deleting waits for it. */
export function besideCleanUp(files: FileStore, app: Pick<App, 'store' | 'clock'>): FileStore {
  return { ...files, put: (content, maxBytes) => files.put(content, maxBytes, (key) => protectFromCleanUp(app, key)) }
}

async function protectFromCleanUp(app: Pick<App, 'store' | 'clock'>, key: string): Promise<void> {
  for (let waited = 0; waited <= WAIT_MAX_MS; waited += WAIT_MS) {
    // Without a record it is not deleted for another day.
    if (!(await findOrphan(app.store.reader, key))) return
    if (await app.store.write((tx) => forgetIdleOrphan(tx, key, idleSince(app)))) return
    await sleep(WAIT_MS)
  }
  throw overloaded()
}

const idleSince = ({ clock }: Pick<App, 'clock'>): string => plusMs(clock(), -CLAIM_MS)

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH_LISTED) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
