// Hourly maintenance: empties the trash after 30 days, deletes stored replies after a day, the security log after 400
// days, and files without references. It works in small batches, so no write waits long.
import { DAY_MS, plusMs } from '../../base/units.ts'
import { createLeases } from '../../core/leases.ts'
import type { Services } from '../../core/services.ts'
import { FILLING_MS, trashedSince } from '../../core/trash.ts'
import type { Tx } from '../../db/schema.ts'
import { deletionBefore, inSlices, SLICE_ROWS } from '../../db/slices.ts'
import { type EntryKey, forgetEntries, forgetInBranches, forgetNodes } from './maintenance.events.ts'
import { deleteOrphans } from './maintenance.files.ts'
import {
  deleteArtifacts,
  deletePlan,
  deletePlansOfDeleted,
  deletionOfContent,
  deletionOfLogs,
  deletionOfNodes,
  deletionOfRepliesToDeleted,
  forgetAddressesOfDeleted,
  forgetTextsOfLogs,
  listLogsWithText,
  listPurgeablePlans,
  listTrashedArtifacts,
  listTrashedNodes,
  listTrashedTops,
  type NodeKey,
} from './maintenance.repo.ts'

/** How long the first reply to an idempotency key is stored. */
const KEYS_DAYS = 1
/** More than a year, to compare with the previous year. */
const SECURITY_DAYS = 400
/**
 * A file stays this long after its last reference, so that a backup, whose database is copied first, still finds every
 * file; and an upload this long before its row.
 */
const FILE_GRACE_DAYS = 1
/** Longer than the largest plan takes; after that another server continues the work of a crashed one. */
const PURGE_MS = 10 * 60_000

type App = Pick<Services, 'store' | 'files' | 'clock'>
type Purging = Pick<App, 'store' | 'clock'>

export async function maintain(app: App): Promise<void> {
  const { store } = app
  await inSlices(store, deletionBefore('idempotency_keys', 'created_at', ago(app, KEYS_DAYS)))
  await inSlices(store, deletionBefore('security_events', 'created_at', ago(app, SECURITY_DAYS)))
  await deletePurged(app)
  await purgeDeletedAccounts(app)
  await deleteOrphans(app, ago(app, FILE_GRACE_DAYS))
}

/** Deletes what can no longer be restored: 30 days in the trash, or purged. */
export async function deletePurged(app: Purging): Promise<void> {
  const { store } = app
  const before = trashedSince({ now: app.clock().toISOString() })
  // Directly deleted nodes first: without them nothing deleted along with them can be partly restored.
  await purgeNodes(app, before, () => listTrashedTops(store.reader, before, SLICE_ROWS))
  await purgeNodes(app, before, () => listTrashedNodes(store.reader, before, SLICE_ROWS))
  await purgeEntries(app, () => listLogsWithText(store.reader, before, SLICE_ROWS), forgetTextsOfLogs)
  await inSlices(store, deletionOfLogs(before))
  await purgeEntries(app, () => listTrashedArtifacts(store.reader, before, SLICE_ROWS), deleteArtifacts)
}

/** The rest of deleted accounts: their plans, stored replies and IP addresses. */
export async function purgeDeletedAccounts(app: Purging): Promise<void> {
  await inSlices(app.store, deletionOfRepliesToDeleted)
  await inSlices(app.store, forgetAddressesOfDeleted)
  await app.store.write(deletePlansOfDeleted)
  await purgePlans(app)
}

/** Purges plans that can no longer be restored, and new ones whose content was never finished. */
export async function purgePlans(app: Purging): Promise<void> {
  const { store } = app
  const now = app.clock().toISOString()
  // With time to spare for clocks that differ.
  const before = { deleted: trashedSince({ now }), filled: plusMs(now, -2 * FILLING_MS) }
  const { alone } = createLeases(app)
  for (const planId of await listPurgeablePlans(store.reader, before))
    await alone(`purge of plan ${planId}`, PURGE_MS, async () => {
      await inSlices(store, deletionOfContent(planId))
      await store.write((tx) => deletePlan(tx, planId, before))
    })
}

async function purgeNodes(app: Purging, before: string, next: () => Promise<NodeKey[]>): Promise<void> {
  const { store } = app
  const plans = new Set<string>()
  for (let nodes = await next(); nodes.length > 0; nodes = await next())
    for (const [planId, rows] of byPlan(nodes)) {
      // Before the rows go: if the server stops, it begins here again.
      if (!plans.has(planId)) await forgetInBranches(app, planId, before)
      plans.add(planId)
      const ids = rows.map(({ id }) => id)
      await forgetNodes(app, planId, ids)
      await inSlices(store, deletionOfNodes(store.reader, planId, ids))
    }
}

async function purgeEntries(
  app: Purging,
  next: () => Promise<(NodeKey & EntryKey)[]>,
  remove: (tx: Tx, planId: string, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let entries = await next(); entries.length > 0; entries = await next())
    for (const [planId, rows] of byPlan(entries)) {
      await forgetEntries(app, planId, rows)
      await app.store.write((tx) =>
        remove(
          tx,
          planId,
          rows.map(({ id }) => id),
        ),
      )
    }
}

function byPlan<T extends { plan_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const plans = new Map<string, T[]>()
  for (const row of rows) plans.set(row.plan_id, [...(plans.get(row.plan_id) ?? []), row])
  return plans
}

const ago = ({ clock }: Pick<App, 'clock'>, days: number): Date => new Date(clock().getTime() - days * DAY_MS)
