// The names behind the ids of events. The log stores no names, so nothing of a deleted account remains in it.
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import type { Ctx } from '../../core/ctx.ts'
import { listInvitedAddresses, listNodeTitles, listUserNames } from './activity.repo.ts'
import type { Names } from './activity.sentences.ts'

interface Ids {
  user_id?: string
  owner_id?: string
  mention_ids?: string[]
  invitation_id?: string
  parent_id?: string | null
  target_id?: string
}

type Named = 'people' | 'invitations' | 'nodes'
/** The people whose names the sentence of each kind needs, besides the actor. */
const NAMES: Record<EventKind, Named | null> = {
  'plan.created': null,
  'plan.updated': null,
  'plan.deleted': null,
  'plan.restored': null,
  'plan.transferred': 'people',
  'node.created': null,
  'node.updated': null,
  'node.status_changed': null,
  'node.moved': 'nodes',
  'node.deleted': null,
  'node.restored': null,
  'node.purged': null,
  'node.duplicated': null,
  'node.assigned': 'people',
  'node.unassigned': 'people',
  'node.claimed': 'people',
  'node.claim_ended': 'people',
  'edge.created': 'nodes',
  'edge.updated': 'nodes',
  'edge.deleted': 'nodes',
  'log.added': 'people',
  'log.updated': null,
  'log.deleted': null,
  'log.restored': null,
  'log.purged': null,
  'reaction.added': null,
  'reaction.removed': null,
  'artifact.added': null,
  'artifact.updated': null,
  'artifact.deleted': null,
  'artifact.restored': null,
  'artifact.purged': null,
  'collaborator.added': 'people',
  'collaborator.changed': 'people',
  'collaborator.removed': 'people',
  'collaborator.left': 'people',
  'invitation.created': 'invitations',
  'invitation.changed': 'invitations',
  'invitation.removed': 'invitations',
}

/** Looks up everyone the events name; skips the query if they name no one. */
export async function findNames(ctx: Ctx, events: readonly PlanEvent[]): Promise<Names> {
  const naming = (what: Named) => events.filter(({ kind }) => NAMES[kind] === what)
  const sides = (what: Named) => naming(what).flatMap(({ data }) => [data.before ?? {}, data.after ?? {}] as Ids[])
  const people = idsOf(
    sides('people').flatMap(({ user_id, owner_id, mention_ids = [] }) => [user_id, owner_id, ...mention_ids]),
  )
  const invitations = idsOf(sides('invitations').map(({ invitation_id }) => invitation_id))
  const names = new Map(people.length > 0 ? await listUserNames(ctx.db, people) : [])
  const addresses = new Map(invitations.length > 0 ? await listInvitedAddresses(ctx.db, invitations) : [])
  const nodes = idsOf(sides('nodes').flatMap(({ parent_id, target_id }) => [parent_id, target_id]))
  const plans = idsOf(naming('nodes').map(({ plan_id }) => plan_id))
  const titles = new Map(nodes.length > 0 ? await listNodeTitles(ctx.db, plans, nodes) : [])
  return {
    person: (id) => names.get(id) ?? 'someone',
    invited: (id) => addresses.get(id) ?? 'someone',
    node: (id) => titles.get(id),
  }
}

const idsOf = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]
