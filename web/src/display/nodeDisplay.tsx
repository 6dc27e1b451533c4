// Labels, icons and colors of node statuses and types. The label carries the meaning; icon and color help.
import { NODE_STATUSES, NODE_TYPES, type NodeStatus, type NodeType } from '@cairn/contract/api/nodes'
import {
  Circle,
  CircleCheck,
  CircleDot,
  CircleSlash,
  ClipboardList,
  Flag,
  Layers,
  type LucideIcon,
  Mountain,
} from 'lucide-react'
import type { Tone } from '../ui/Badge.tsx'

interface StatusLook {
  label: string
  tone: Tone
  Icon: LucideIcon
  /** Color of the icon. */
  color: string
}

export const NODE_STATUS: Record<NodeStatus, StatusLook> = {
  not_started: { label: 'Not started', tone: 'idle', Icon: Circle, color: 'text-idle-fill' },
  in_progress: { label: 'In progress', tone: 'progress', Icon: CircleDot, color: 'text-progress-fill' },
  completed: { label: 'Completed', tone: 'done', Icon: CircleCheck, color: 'text-done-fill' },
  blocked: { label: 'Blocked', tone: 'blocked', Icon: CircleSlash, color: 'text-blocked-fill' },
}

export const NODE_TYPE: Record<NodeType, { label: string; Icon: LucideIcon }> = {
  root: { label: 'Root', Icon: Mountain },
  phase: { label: 'Phase', Icon: Layers },
  task: { label: 'Task', Icon: ClipboardList },
  milestone: { label: 'Milestone', Icon: Flag },
}

/** The title, or a placeholder for a node without one. */
export const titleOf = (node: { title: string }): string => node.title.trim() || 'Untitled Node'

export function StatusIcon({ status, size = 16 }: { status: NodeStatus; size?: number }) {
  const { Icon, color } = NODE_STATUS[status]
  return <Icon size={size} aria-hidden className={color} />
}

export function TypeIcon({ type, size = 16 }: { type: NodeType; size?: number }) {
  const { Icon } = NODE_TYPE[type]
  return <Icon size={size} aria-hidden className="shrink-0 text-muted" />
}

/** Choices for menus and selects, in display order. */
export const STATUS_CHOICES = NODE_STATUSES.map((value) => ({
  value,
  label: NODE_STATUS[value].label,
  icon: <StatusIcon status={value} />,
}))
export const TYPE_CHOICES = NODE_TYPES.map((value) => ({
  value,
  label: NODE_TYPE[value].label,
  icon: <TypeIcon type={value} />,
}))
