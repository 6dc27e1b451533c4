import { PURGE_MAX, type PurgeRequest } from '@cairn/contract/api/trash'
import { notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { trashedSince } from '../../core/trash.ts'
import { countTrash, giveUpEntries, giveUpSubtrees, listEntriesToPurge, listTopsToPurge } from './trash.repo.ts'

const ENTRIES = [
  { table: 'artifacts', kind: 'artifact.purged', noun: 'Artifact' },
  { table: 'logs', kind: 'log.purged', noun: 'Log' },
] as const

/**
 * Deletes items of the trash permanently: from the commit on nothing can restore them, and their rows are deleted
 * after the reply, uploaded files a day later. 404 if a named item is not in the trash.
 */
export async function purgeTrash(
  ctx: WriteCtx,
  planId: string,
  { all, until: latest, node_ids, artifact_ids, log_ids }: PurgeRequest,
): Promise<{ purged: number; left: number }> {
  await requireAccess(ctx, planId, 'trash.purge')
  const since = trashedSince(ctx)
  const until = latest && new Date(latest).toISOString()
  const wanted = (ids: readonly string[] = []) => ({ since, until, ids: all ? undefined : ids, limit: PURGE_MAX })

  const tops = await listTopsToPurge(ctx.db, planId, wanted(node_ids))
  requireAll('Node', node_ids, tops)
  await giveUpSubtrees(
    ctx.db,
    planId,
    tops.map(({ id }) => id),
  )
  await ctx.emitAll(
    tops.map(({ id, count }) => ({
      kind: 'node.purged',
      plan_id: planId,
      node_id: id,
      data: { before: { count }, after: null },
    })),
  )
  let purged = tops.length
  for (const { table, kind, noun } of ENTRIES) {
    const named = table === 'artifacts' ? artifact_ids : log_ids
    const entries = await listEntriesToPurge(ctx.db, table, planId, wanted(named))
    requireAll(noun, named, entries)
    await giveUpEntries(
      ctx.db,
      table,
      planId,
      entries.map(({ id }) => id),
    )
    await ctx.emitAll(
      entries.map(({ id, node_id, node_title }) => ({
        kind,
        plan_id: planId,
        node_id,
        node_title,
        data: { before: { id }, after: null },
      })),
    )
    purged += entries.length
  }
  const { nodes, entries } = await countTrash(ctx.db, planId, { since, until, authorId: null })
  return { purged, left: nodes + entries }
}

function requireAll(noun: string, ids: readonly string[] = [], found: readonly { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0) throw notFound(noun, missing)
}
