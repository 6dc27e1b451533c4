// Sentences that describe events. The source of a change (`via`) is shown beside the sentence.

import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { type LogType, REACTIONS } from '@cairn/contract/api/logs'
import { nameMentions } from '@cairn/contract/rules/mentions'
import { plainText } from '@cairn/contract/rules/plainText'
import { cut } from '../../base/cut.ts'

const EXCERPT_MAX = 200
/** Characters of Markdown that become an excerpt. */
const EXCERPT_SOURCE_MAX = 3 * EXCERPT_MAX

/** The current names behind the ids of an event. */
export interface Names {
  person(userId: string): string
  /** The address of a pending invitation; "someone" once it was accepted or canceled. */
  invited(invitationId: string): string
  /** The title of a node; undefined once it was purged from the trash. */
  node(nodeId: string): string | undefined
}

type Sentences = { [K in EventKind]: (event: PlanEvent<K>, who: string, names: Names) => string }

const sentences: Sentences = {
  'plan.created': ({ data: { after } }, who) =>
    `${who} ${after.imported ? 'imported' : 'created'} the plan ${quoted(after.title)}${after.node_count > 0 ? ` with ${nodes(after.node_count)}` : ''}`,
  'plan.updated': ({ data: { before, after } }, who) => {
    const { version: _, ...changed } = after
    if (isOnly(changed, 'title')) return `${who} renamed the plan ${quoted(before.title)} to ${quoted(after.title)}`
    if (isOnly(changed, 'status'))
      return `${who} changed the status of the plan from ${before.status} to ${after.status}`
    return `${who} changed the ${listed(Object.keys(changed))} of the plan`
  },
  'plan.deleted': (_, who) => `${who} deleted the plan`,
  'plan.restored': (_, who) => `${who} restored the plan`,
  'plan.transferred': ({ data: { after } }, who, names) =>
    `${who} transferred the plan to ${names.person(after.owner_id)}`,
  'node.created': (event, who) => `${who} added ${node(event)}${above(event.data.after.metadata.child_count)}`,
  'node.updated': (event, who) => {
    const { before, after } = event.data
    const { version: _v, updated_at: _u, ...changed } = after
    if (isOnly(changed, 'title')) return `${who} renamed ${quoted(before.title)} to ${quoted(after.title)}`
    if (isOnly(changed, 'node_type') && before.node_type && after.node_type)
      return `${who} changed the type of ${node(event)} from ${before.node_type} to ${after.node_type}`
    if (isOnly(changed, 'due_date')) return `${who} ${changedDueDate(node(event), before.due_date, after.due_date)}`
    return `${who} changed the ${listed(Object.keys(changed))} of ${node(event)}`
  },
  'node.status_changed': (event, who) => {
    const { before, after } = event.data
    return `${who} changed the status of ${node(event)} from ${words(before.status)} to ${words(after.status)}`
  },
  'node.moved': (event, who, names) => {
    const { before, after } = event.data
    const parent = (id: string | null) => (id === null ? 'the top level' : nodeNamed(names, id))
    if (before.parent_id !== after.parent_id)
      return `${who} moved ${node(event)} from ${parent(before.parent_id)} to ${parent(after.parent_id)}`
    const direction = after.order_index < before.order_index ? 'up' : 'down'
    return `${who} moved ${node(event)} ${direction} ${after.parent_id === null ? 'at' : 'in'} ${parent(after.parent_id)}`
  },
  'node.deleted': (event, who) => `${who} deleted ${node(event)}${andBelow(event.data.before.count - 1)}`,
  'node.restored': (event, who) => `${who} restored ${node(event)}${andBelow(event.data.after.count - 1)}`,
  'node.purged': (event, who) => `${who} permanently deleted ${nodes(event.data.before.count)} from the trash`,
  'node.duplicated': (event, who) => `${who} added ${node(event)}${andBelow(event.data.after.count - 1)}`,
  'node.assigned': (event, who, names) => `${who} assigned ${node(event)} to ${names.person(event.data.after.user_id)}`,
  'node.unassigned': (event, who, names) =>
    `${who} unassigned ${names.person(event.data.before.user_id)} from ${node(event)}`,
  'node.claimed': (event, who, names) => {
    const { user_id, agent } = event.data.after
    // After a hand-over, the holder is not the one who acted.
    const isFor = user_id !== event.actor.id || (agent === null && event.via.kind !== 'session')
    return `${who} claimed ${node(event)}${isFor ? ` for ${names.person(user_id)}` : ''}`
  },
  'node.claim_ended': (event, who, names) => {
    const { before, after } = event.data
    if (after.outcome === 'expired') return `The claim of ${holder(before, names)} on ${node(event)} expired`
    if (after.outcome === 'taken_over') return `${who} took ${node(event)} over from ${holder(before, names)}`
    if (after.outcome === 'handed_over')
      return `${who} handed ${node(event)} over${after.user_id ? ` to ${names.person(after.user_id)}` : ''}`
    if (after.outcome in BECAUSE)
      return `The claim of ${holder(before, names)} on ${node(event)} ended because ${BECAUSE[after.outcome as keyof typeof BECAUSE]}`
    return `${who} ${ENDED[after.outcome as keyof typeof ENDED]} ${node(event)}`
  },
  'edge.created': (event, who, names) => {
    const { kind, target_id } = event.data.after
    return `${who} added a ${kind} link from ${node(event)} to ${nodeNamed(names, target_id)}`
  },
  'edge.updated': (event, who, names) => {
    const { before, after } = event.data
    const ends = `from ${node(event)} to ${nodeNamed(names, after.target_id)}`
    return `${who} changed the link ${ends} from ${before.kind} to ${after.kind}`
  },
  'edge.deleted': (event, who, names) => {
    const { kind, target_id } = event.data.before
    return `${who} removed a ${kind} link from ${node(event)} to ${nodeNamed(names, target_id)}`
  },
  'log.added': (event, who, names) => {
    const { log_type, content, parent_id, mention_ids = [] } = event.data.after
    const text = nameMentions(content, (id) => (mention_ids.includes(id) ? names.person(id) : undefined))
    const wrote = parent_id ? 'replied on' : WROTE[log_type]
    return `${who} ${wrote} ${node(event)}${text === '' ? '' : `: ${excerpt(plainText(cut(text, EXCERPT_SOURCE_MAX)), EXCERPT_MAX)}`}`
  },
  'log.updated': (event, who) => `${who} edited ${entry(event.data.after.log_type)} on ${node(event)}`,
  'log.deleted': (event, who) => `${who} deleted ${entry(event.data.before.log_type)} on ${node(event)}`,
  'log.restored': (event, who) => `${who} restored ${entry(event.data.after.log_type)} on ${node(event)}`,
  'log.purged': (event, who) => `${who} permanently deleted a log entry of ${node(event)}`,
  'reaction.added': (event, who) => {
    const { emoji, log_type } = event.data.after
    return `${who} reacted with ${quoted(REACTIONS[emoji])} to ${entry(log_type)} on ${node(event)}`
  },
  'reaction.removed': (event, who) => {
    const { emoji, log_type } = event.data.before
    return `${who} removed the reaction ${quoted(REACTIONS[emoji])} from ${entry(log_type)} on ${node(event)}`
  },
  'artifact.added': (event, who) => `${who} added ${artifact(event.data.after)} to ${node(event)}`,
  'artifact.updated': (event, who) => {
    const { before, after } = event.data
    if (before.name !== after.name)
      return `${who} renamed ${artifact(before)} of ${node(event)} to ${quoted(after.name)}`
    return `${who} updated ${artifact(after)} on ${node(event)}`
  },
  'artifact.deleted': (event, who) => `${who} deleted ${artifact(event.data.before)} from ${node(event)}`,
  'artifact.restored': (event, who) => `${who} restored ${artifact(event.data.after)} of ${node(event)}`,
  'artifact.purged': (event, who) => `${who} permanently deleted a file of ${node(event)}`,
  'collaborator.added': ({ actor, data: { after } }, who, names) =>
    actor.id === after.user_id
      ? `${who} joined the plan as ${after.role}`
      : `${who} shared the plan with ${names.person(after.user_id)} as ${after.role}`,
  'collaborator.changed': ({ data: { before, after } }, who, names) =>
    `${who} changed the role of ${names.person(after.user_id)} from ${before.role} to ${after.role}`,
  'collaborator.removed': ({ data: { before } }, who, names) =>
    `${who} removed ${names.person(before.user_id)} from the plan`,
  'collaborator.left': (_, who) => `${who} left the plan`,
  'invitation.created': ({ data: { after } }, who, names) =>
    `${who} invited ${names.invited(after.invitation_id)} as ${after.role}`,
  'invitation.changed': ({ data: { before, after } }, who, names) =>
    before.role === after.role
      ? `${who} replaced the invitation link of ${names.invited(after.invitation_id)}`
      : `${who} changed the invited role of ${names.invited(after.invitation_id)} from ${before.role} to ${after.role}`,
  'invitation.removed': ({ data: { before } }, who, names) =>
    `${who} canceled the invitation for ${names.invited(before.invitation_id)}`,
}

/** Who held a task: an agent under its own name, because it was not its person who worked on it. */
const holder = ({ user_id, agent }: { user_id: string; agent: string | null }, names: Names): string =>
  agent ?? names.person(user_id)

/** How a claim ended. */
const ENDED = { done: 'finished', blocked: 'stopped at', released: 'released' } as const
/** Why a claim ended without its holder ending it. */
const BECAUSE = {
  node_completed: 'the task was completed',
  node_blocked: 'the task was set to blocked',
  node_deleted: 'the task was deleted',
  plan_deleted: 'the plan was deleted',
  access_lost: 'its holder can no longer edit the plan',
  credential_ended: 'its token or app lost access',
  account_deleted: 'the account was deleted',
} as const

const WROTE: Record<LogType, string> = {
  comment: 'commented on',
  progress: 'logged progress on',
  reasoning: 'logged reasoning on',
  challenge: 'logged a challenge on',
  decision: 'logged a decision on',
}

/** The event as a sentence that begins with its actor, without a full stop. */
export function sentenceOf<K extends EventKind>(event: PlanEvent<K>, who: string, names: Names): string {
  const describe = sentences[event.kind] as Sentences[K]
  return describe(event, who, names)
}

const node = ({ node_title }: PlanEvent): string => quoted(node_title)
const quoted = (title: string | null | undefined): string => `"${title || 'Untitled Node'}"`
const nodeNamed = (names: Names, id: string): string => {
  const title = names.node(id)
  return title === undefined ? 'a deleted node' : quoted(title)
}
const words = (code: string): string => code.replaceAll('_', ' ')
const nodes = (count: number): string => (count === 1 ? '1 node' : `${count.toLocaleString('en-US')} nodes`)
const above = (count: number): string => (count > 0 ? ` above ${nodes(count)}` : '')
const andBelow = (count: number): string => (count > 0 ? ` and ${nodes(count)} below it` : '')
const artifact = ({ name, size }: { name: string; size: number | null }): string =>
  `the ${size === null ? 'link' : 'file'} ${quoted(name)}`

const entry = (type: LogType): string => (type === 'comment' ? 'a comment' : 'a log entry')

const isOnly = (changed: object, field: string): boolean => {
  const fields = Object.keys(changed)
  return fields.length === 1 && fields[0] === field
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** 'Feb 1, 2026' of '2026-02-01' */
const inWords = (day: string): string => DAY.format(new Date(day))

function changedDueDate(what: string, before: string | null | undefined, after: string | null | undefined): string {
  if (!after) return `removed the due date of ${what}`
  return before
    ? `changed the due date of ${what} from ${inWords(before)} to ${inWords(after)}`
    : `set the due date of ${what} to ${inWords(after)}`
}

const NAMES: Record<string, string> = { node_type: 'type', metadata: 'details' }

/** 'title, type and due date' */
function listed(fields: readonly string[]): string {
  const names = fields.map((field) => NAMES[field] ?? words(field))
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function excerpt(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= max ? flat : `${cut(flat, max - 1)}…`
}
