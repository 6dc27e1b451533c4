import type { TrashCounts, TrashedEntry } from '@cairn/contract/api/trash'
import { can } from '@cairn/contract/rules/permissions'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { trashedSince } from '../../core/trash.ts'
import { countTrash, listTrashedArtifacts, listTrashedLogs } from './trash.repo.ts'

/** The list shows the beginning of a text. */
const CONTENT_MAX = 300
const Position = z.strictObject({ deleted_at: z.string(), id: z.uuid() })

/** Files, links and log entries that can be restored, latest deleted first; and the start of the next page. */
export async function readTrashedEntries(
  ctx: Ctx,
  planId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ reply: { entries: TrashedEntry[]; counts: TrashCounts }; next: string | null }> {
  const { role } = await authorizePlan(ctx, planId, 'plan.read')
  const since = trashedSince(ctx)
  const page = { since, limit: limit + 1, after: readCursor('trash', Position, cursor) }
  const authorId = can(role, 'log.moderate') ? null : ctx.actor.id
  const artifacts = await listTrashedArtifacts(ctx.db, planId, page)
  const logs = await listTrashedLogs(ctx.db, planId, { ...page, authorId, contentMax: CONTENT_MAX })
  const found: TrashedEntry[] = [
    ...artifacts.map(({ deleted_by, deleted_by_name, ...row }) => ({
      ...row,
      type: 'artifact' as const,
      deleted_by: personOf(deleted_by, deleted_by_name),
    })),
    ...logs.map(({ deleted_by, deleted_by_name, user_id, user_name, ...row }) => ({
      ...row,
      type: 'log' as const,
      user: { id: user_id, name: user_name },
      deleted_by: personOf(deleted_by, deleted_by_name),
    })),
  ].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const { shown, next } = pageOf(found, limit, ({ deleted_at, id }) => writeCursor('trash', { deleted_at, id }))
  return { reply: { entries: shown, counts: await countTrash(ctx.db, planId, { since, authorId }) }, next }
}

const placeOf = ({ deleted_at, id }: TrashedEntry): string => `${deleted_at} ${id}`

const personOf = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })
