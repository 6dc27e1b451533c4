// The names behind the ids of events. The log itself keeps none, so that nothing of a deleted account remains in it.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { Ctx } from '../../core/ctx.ts'
import { listInvitedAddresses, listNodeTitles, listUserNames } from './activity.repo.ts'
import type { Names } from './activity.sentences.ts'

interface Named {
  user_id?: string
  owner_id?: string
  invitation_id?: string
  parent_id?: string | null
  target_id?: string
}

const PEOPLE = /^(collaborator\.|node\.(un)?assigned$|plan\.transferred$)/
const PLACES = /^(node\.moved$|edge\.)/

/** Looks up everyone the events name; asks nothing of the database when they name no one. */
export async function findNames(ctx: Ctx, events: readonly PlanEvent[]): Promise<Names> {
  const sides = (kinds: RegExp) =>
    events.flatMap(({ kind, data }) => (kinds.test(kind) ? ([data.before ?? {}, data.after ?? {}] as Named[]) : []))
  const people = idsOf(sides(PEOPLE).flatMap(({ user_id, owner_id }) => [user_id, owner_id]))
  const invitations = idsOf(sides(/^invitation\./).map(({ invitation_id }) => invitation_id))
  const names = new Map(people.length > 0 ? await listUserNames(ctx.db, people) : [])
  const addresses = new Map(invitations.length > 0 ? await listInvitedAddresses(ctx.db, invitations) : [])
  const places = events.filter(({ kind }) => PLACES.test(kind))
  const nodes = idsOf(sides(PLACES).flatMap(({ parent_id, target_id }) => [parent_id, target_id]))
  const plans = idsOf(places.map(({ plan_id }) => plan_id))
  const titles = new Map(nodes.length > 0 ? await listNodeTitles(ctx.db, plans, nodes) : [])
  return {
    person: (id) => names.get(id) ?? 'someone',
    invited: (id) => addresses.get(id) ?? 'someone',
    node: (id) => titles.get(id),
  }
}

const idsOf = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]
