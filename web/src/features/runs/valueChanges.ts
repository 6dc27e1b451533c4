// What an entry changed, as words: the short values before and after, and which long texts there are.
import type { ActivityFields, ActivityItem } from '@cairn/contract/api/activity'
import type { NodeStatus } from '@cairn/contract/api/nodes'
import type { PlanStatus } from '@cairn/contract/api/plans'
import { EDGE_KIND_CHOICES } from '../../display/edgeDisplay.tsx'
import { NODE_STATUS, NODE_TYPE } from '../../display/nodeDisplay.tsx'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { ROLE_LABEL } from '../../display/roles.ts'
import { dayLabel } from '../../lib/relativeTime.ts'

export interface ValueChange {
  label: string
  before: string | null
  after: string | null
}

type Shown = {
  [F in keyof ActivityFields]?: { label: string; text: (value: NonNullable<ActivityFields[F]>) => string }
}

const statusLabel = (status: NodeStatus | PlanStatus): string =>
  status in NODE_STATUS ? NODE_STATUS[status as NodeStatus].label : PLAN_STATUS[status as PlanStatus].label

/** The other values are in the sentence of the entry. */
const SHOWN: Shown = {
  title: { label: 'Title', text: (title) => title },
  status: { label: 'Status', text: statusLabel },
  node_type: { label: 'Type', text: (type) => NODE_TYPE[type].label },
  due_date: { label: 'Due date', text: (day) => dayLabel(day) },
  kind: { label: 'Link', text: (kind) => EDGE_KIND_CHOICES.find(({ value }) => value === kind)?.label ?? kind },
  name: { label: 'Name', text: (name) => name },
  role: { label: 'Role', text: (role) => ROLE_LABEL[role] },
}

const TEXTS: Record<string, string> = {
  description: 'Description',
  context: 'Context',
  agent_instructions: 'Agent instructions',
  acceptance_criteria: 'Acceptance criteria',
  content: 'Text',
}

/** The short values that an entry changed. Nothing for an entry that only adds or removes, which its sentence says. */
export function valueChanges({ data: { before, after } }: Pick<ActivityItem, 'data'>): ValueChange[] {
  if (!before || !after) return []
  return (Object.keys(SHOWN) as (keyof typeof SHOWN)[]).flatMap((field) => {
    const [old, now] = [textOf(before, field), textOf(after, field)]
    return old === now ? [] : [{ label: SHOWN[field]?.label ?? field, before: old, after: now }]
  })
}

function textOf(fields: ActivityFields, field: keyof ActivityFields): string | null {
  const value = fields[field]
  const text = SHOWN[field]?.text as ((value: unknown) => string) | undefined
  return value === undefined || value === null || value === '' || !text ? null : text(value)
}

/** The labels of the long texts that an entry changed. */
export const textChanges = ({ data: { changed = [] } }: Pick<ActivityItem, 'data'>): string[] =>
  changed.flatMap((field) => TEXTS[field] ?? [])

export const textLabel = (field: string): string => TEXTS[field] ?? field
