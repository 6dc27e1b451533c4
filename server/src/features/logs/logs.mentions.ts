import type { Mention } from '@cairn/contract/api/logs'
import { mentionedIds } from '@cairn/contract/rules/mentions'
import type { Ctx } from '../../core/ctx.ts'
import { listMembersAmong } from './logs.mentions.repo.ts'

/** The members whom a text mentions, in order. Others remain text, except the `known`. The caller has authorized the plan. */
export async function findMentioned(
  ctx: Ctx,
  plan: { id: string; owner_id: string },
  content: string,
  known: readonly Mention[] = [],
): Promise<Mention[]> {
  const ids = mentionedIds(content)
  if (ids.length === 0) return []
  const people = new Map(
    [...known, ...(await listMembersAmong(ctx.db, plan, ids))].map((person) => [person.id, person]),
  )
  return ids.flatMap((id) => people.get(id) ?? [])
}
