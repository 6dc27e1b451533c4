// What the server does by itself, once an hour: empties the trash after 30 days, forgets repeated calls after a day, and deletes
// files that nothing refers to. Everything goes in small batches, so that nobody's write waits for it.
import { TRASH_DAYS } from '@cairn/contract/api/common'
import { deleteKeysBefore } from '../../core/idempotency.repo.ts'
import type { Services } from '../../core/services.ts'
import {
  deleteEvents,
  deleteNodes,
  deletePlan,
  forgetOrphans,
  listNodesOf,
  listOrphansSince,
  listReferredFiles,
  listTrashedNodes,
  listTrashedPlans,
  listTrashedTops,
  type NodeKey,
  noteOrphans,
} from './maintenance.repo.ts'

const DAY_MS = 86_400_000
/** How long the first reply to an idempotency key is kept (decisions 6). */
const KEYS_DAYS = 1
/**
 * A file stays this long after the last row that referred to it, so that a backup, whose database was copied first, still finds
 * every file; and an upload this long before its row.
 */
const FILE_GRACE_DAYS = 1
const BATCH_NODES = 50
const BATCH_EVENTS = 1_000
const BATCH_FILES = 500

type App = Pick<Services, 'store' | 'files' | 'clock'>

export async function maintain(app: App): Promise<void> {
  const ago = (days: number) => new Date(app.clock().getTime() - days * DAY_MS)
  await app.store.write((tx) => deleteKeysBefore(tx, ago(KEYS_DAYS).toISOString()))
  await emptyTrash(app, ago(TRASH_DAYS).toISOString())
  await deleteOrphans(app, ago(FILE_GRACE_DAYS))
}

async function emptyTrash(app: App, before: string): Promise<void> {
  const { reader } = app.store
  // What a person deleted goes first: without it nothing that went along can come back by half.
  await deleteInBatches(app, () => listTrashedTops(reader, before, BATCH_NODES))
  await deleteInBatches(app, () => listTrashedNodes(reader, before, BATCH_NODES))
  for (const planId of await listTrashedPlans(reader, before)) {
    await deleteInBatches(app, () => listNodesOf(reader, planId, BATCH_NODES))
    while ((await app.store.write((tx) => deleteEvents(tx, planId, BATCH_EVENTS))) === BATCH_EVENTS);
    await app.store.write((tx) => deletePlan(tx, planId, before))
  }
}

async function deleteInBatches({ store }: App, next: () => Promise<NodeKey[]>): Promise<void> {
  for (let nodes = await next(); nodes.length > 0; nodes = await next()) {
    const batch = nodes
    await store.write((tx) => deleteNodes(tx, batch))
  }
}

/** A file is noted when nothing refers to it, and deleted when that is still so after the grace. */
async function deleteOrphans({ store, files, clock }: App, before: Date): Promise<void> {
  const now = clock().toISOString()
  for await (const keys of inBatches(files.listOlder(before))) {
    const referred = await listReferredFiles(store.reader, keys)
    const orphans = keys.filter((key) => !referred.has(key))
    if (orphans.length > 0) await store.write((tx) => noteOrphans(tx, orphans, now))
  }
  for await (const keys of inBatches(await listOrphansSince(store.reader, before.toISOString()))) {
    const referred = await listReferredFiles(store.reader, keys)
    for (const key of keys) if (!referred.has(key)) await files.deleteOlder(key, before)
    await store.write((tx) => forgetOrphans(tx, keys))
  }
}

async function* inBatches(keys: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH_FILES) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
