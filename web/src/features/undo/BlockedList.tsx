import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { BlockedEvent, UndoBlock } from '@cairn/contract/api/undo'
import { BLOCKED_SHOWN_MAX } from '../../actions/blockedUndo.ts'
import { NODE_STATUS, NODE_TYPE, titleOf } from '../../display/nodeDisplay.tsx'
import { actorName } from '../../display/PersonAvatar.tsx'
import { counted } from '../../lib/numbers.ts'
import { dayLabel, relativeTime } from '../../lib/relativeTime.ts'
import { shorten } from '../../lib/shorten.ts'

const REASON: Record<UndoBlock, (who: string, field: string) => string> = {
  changed_since: (who, field) => `${who} changed the ${field}`,
  used_since: (who) => `${who} worked on it`,
  moved_since: (who) => `${who} moved it`,
  parent_gone: (who) => `${who} moved its parent to the trash`,
  in_trash: (who) => `${who} moved it to the trash`,
  gone: () => 'it was deleted permanently',
  exists: () => 'it already exists',
  root_exists: () => 'the plan has another root',
  cycle: () => 'it would create a cycle',
  too_deep: () => 'the tree would have too many levels',
  too_large: (_, field) => `the ${field} is too long to undo`,
  plan_full: () => 'the plan is full',
  not_member: () => 'the person is no longer a member of the plan',
  too_many_assignees: () => 'the node would have too many assignees',
  forbidden: () => 'only its author, an admin or the owner can do this',
  held: () => 'someone else holds the task',
  not_undoable: () => 'this kind of change cannot be undone',
}

/** Links are listed by the node that they begin at. */
const LINK_REASON: Partial<typeof REASON> = {
  changed_since: (who) => `${who} changed the kind of the link`,
  in_trash: (who) => `${who} moved an end of the link to the trash`,
}

const FIELD: Record<string, string> = {
  node_type: 'type',
  due_date: 'due date',
  acceptance_criteria: 'acceptance criteria',
  agent_instructions: 'agent instructions',
}

/** What cannot be undone: the node, why, who changed it and when. */
export function BlockedList({ blocked }: { blocked: readonly BlockedEvent[] }) {
  const more = blocked.length - BLOCKED_SHOWN_MAX
  return (
    <ul className="flex flex-col gap-2 text-13">
      {blocked.slice(0, BLOCKED_SHOWN_MAX).map((event) => (
        <li key={`${event.revision} ${event.field ?? ''}`}>
          <span className="font-medium">{nameOf(event)}</span>
          <span className="block text-muted">{reasonOf(event)}</span>
          <Values event={event} />
        </li>
      ))}
      {more > 0 && <li className="text-muted">{counted(more, 'more change')}</li>}
    </ul>
  )
}

const nameOf = ({ node_title, node_id }: BlockedEvent): string =>
  node_id === null ? 'Plan' : shorten(titleOf({ title: node_title ?? '' }), 60)

function reasonOf({ kind, code, field = 'value', by, at }: BlockedEvent): string {
  const reason = kind.startsWith('edge.') ? (LINK_REASON[code] ?? REASON[code]) : REASON[code]
  const sentence = reason(by ? actorName(by) : 'Someone', FIELD[field] ?? field.split('.')[0] ?? field)
  const when = at === null ? '' : ` ${relativeTime(at)}`
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${when}`
}

/** A short value before the change, and now. */
function Values({ event: { field = '', was, now } }: { event: BlockedEvent }) {
  if (was === undefined || now === undefined) return null
  return (
    <span className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
      {[['Before', was] as const, ['Now', now] as const].map(([label, value]) => (
        <span key={label} className="min-w-0 break-words">
          <span className="text-muted">{`${label}: `}</span>
          {value === null ? 'None' : (VALUE[field]?.(value) ?? value)}
        </span>
      ))}
    </span>
  )
}

/** Values in words; others are words already. */
const VALUE: Record<string, (value: string) => string> = {
  status: (status) => NODE_STATUS[status as NodeStatus].label,
  node_type: (type) => NODE_TYPE[type as NodeType].label,
  due_date: (day) => dayLabel(day),
}
