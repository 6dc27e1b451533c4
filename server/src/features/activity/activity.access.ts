import type { PlanEvent } from '@cairn/contract/api/events'
import type { AccessEntry } from '@cairn/contract/api/security'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { toPerson } from '../../core/person.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { countAccessRows, listAccessRows } from './activity.access.repo.ts'
import { findNames } from './activity.names.ts'
import { type Names, sentenceOf } from './activity.sentences.ts'

const Position = z.strictObject({ id: z.string(), page: z.int() })

/** Changes of access to a plan and refused calls, newest first. For the owner. */
export async function getPlanAccess(
  ctx: Ctx,
  planId: string,
  { limit, cursor, ...query }: { page: number; limit: number; cursor?: string },
) {
  await requireAccess(ctx, planId, 'plan.own')
  const total = await countAccessRows(ctx.db, planId)
  const after = readCursor('access', Position, cursor)
  const page = after?.page ?? query.page
  const offset = after ? 0 : (page - 1) * limit
  const found =
    offset < total ? await listAccessRows(ctx.db, planId, { offset, limit: limit + 1, before: after?.id }) : []
  const { shown: rows, next } = pageOf(found, limit, ({ id }) => writeCursor('access', { id, page: page + 1 }))
  const events = rows.map(asEvent)
  const names = await findNames(ctx, events)
  const data: AccessEntry[] = rows.map((row, index) => ({
    id: row.id,
    kind: row.kind,
    content: sentence(row, events[index] ?? asEvent(row), names),
    plan_id: planId,
    user: toPerson({ id: row.actor_id, name: row.name, email: row.email, avatar_key: row.avatar_key }),
    created_at: row.created_at,
  }))
  const pages = Math.ceil(total / limit)
  return {
    reply: { data, total, page, limit, total_pages: pages },
    page,
    pages,
    next,
  }
}

type AccessRow = Awaited<ReturnType<typeof listAccessRows>>[number]

/** Access is described with the sentences of the plan's activity. */
const asEvent = ({ kind, data, actor_id, name }: AccessRow): PlanEvent =>
  ({ kind, data: JSON.parse(data), actor: { id: actor_id, name } }) as unknown as PlanEvent

function sentence({ kind, data, name }: AccessRow, event: PlanEvent, names: Names): string {
  if (kind !== 'access.refused') return sentenceOf(event, name, names)
  const { method, route } = JSON.parse(data) as { method: string; route: string }
  return `${name} was refused ${method} ${route}`
}
