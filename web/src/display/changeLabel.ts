import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { counted } from '../lib/numbers.ts'
import { shorten } from '../lib/shorten.ts'
import { titleOf } from './nodeDisplay.tsx'

const TITLE_MAX = 40

type Phrase = (what: string, event: PlanEvent) => string

/** What a change of this kind did, after “Undo:”. Null for kinds that undo does not take back. */
const PHRASES: Record<EventKind, Phrase | null> = {
  'plan.created': null,
  'plan.updated': () => 'edit plan',
  'plan.deleted': null,
  'plan.restored': null,
  'plan.transferred': null,
  'node.created': (what) => `create ${what}`,
  'node.updated': (what, event) => editPhrase(what, event as PlanEvent<'node.updated'>),
  'node.status_changed': (what) => `change status of ${what}`,
  'node.moved': (what) => `move ${what}`,
  'node.deleted': (what) => `delete ${what}`,
  'node.restored': (what) => `restore ${what}`,
  'node.purged': null,
  'node.duplicated': (what) => `duplicate ${what}`,
  'node.assigned': (what) => `assign ${what}`,
  'node.unassigned': (what) => `unassign ${what}`,
  'node.claimed': null,
  'node.claim_ended': null,
  'edge.created': () => 'add link',
  'edge.updated': () => 'change link',
  'edge.deleted': () => 'remove link',
  'log.added': null,
  'log.updated': null,
  'log.deleted': null,
  'log.restored': null,
  'log.purged': null,
  'reaction.added': null,
  'reaction.removed': null,
  'artifact.added': () => 'add file',
  'artifact.updated': () => 'edit file',
  'artifact.deleted': () => 'delete file',
  'artifact.restored': () => 'restore file',
  'artifact.purged': null,
  'collaborator.added': null,
  'collaborator.changed': null,
  'collaborator.removed': null,
  'collaborator.left': null,
  'invitation.created': null,
  'invitation.changed': null,
  'invitation.removed': null,
}

/** What the events of one step of undo did. */
export class ChangeSummary {
  #first: PlanEvent | null = null
  readonly #nodes = new Set<string | null>()
  isEmpty = true

  add(event: PlanEvent): void {
    this.isEmpty = false
    if (PHRASES[event.kind] === null) return
    this.#first ??= event
    if (event.kind === this.#first.kind) this.#nodes.add(event.node_id)
  }

  /** Adds what a later change did. */
  include(later: ChangeSummary): void {
    this.isEmpty &&= later.isEmpty
    this.#first ??= later.#first
    if (later.#first?.kind === this.#first?.kind) for (const id of later.#nodes) this.#nodes.add(id)
  }

  /** Such as “move “Offline maps””; null if undo takes none of it back. */
  get label(): string | null {
    if (!this.#first) return null
    const what = this.#nodes.size > 1 ? counted(this.#nodes.size, 'node') : quoted(this.#first.node_title)
    return PHRASES[this.#first.kind]?.(what, this.#first) ?? null
  }
}

const quoted = (title: string | null): string => `“${shorten(titleOf({ title: title ?? '' }), TITLE_MAX)}”`

function editPhrase(what: string, { data: { before, after } }: PlanEvent<'node.updated'>): string {
  if ('title' in after && before.title !== undefined)
    return what.startsWith('“') ? `rename ${quoted(before.title)}` : `rename ${what}`
  if ('due_date' in after) return `change due date of ${what}`
  if ('node_type' in after) return `change type of ${what}`
  return `edit ${what}`
}
