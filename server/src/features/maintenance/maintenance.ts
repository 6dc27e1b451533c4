// What the server does by itself, once an hour: empties the trash after 30 days, forgets repeated calls after a day, and deletes
// files that nothing refers to. Everything goes in small batches, so that nobody's write waits for it.
import { TRASH_DAYS } from '@cairn/contract/api/common'
import { deleteKeysBefore } from '../../core/idempotency.repo.ts'
import type { Services } from '../../core/services.ts'
import { deleteOrphans } from './maintenance.files.ts'
import {
  deleteEvents,
  deleteNodes,
  deletePlan,
  listNodesOf,
  listTrashedNodes,
  listTrashedPlans,
  listTrashedTops,
  type NodeKey,
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
