// Labels, icons and colors of node statuses and types. The label carries the meaning; icon and color help.
import { NODE_STATUSES, NODE_TYPES, type NodeStatus, type NodeType } from '@cairn/contract/api/nodes'
import type { Tone } from '../ui/Badge.tsx'
import { NodeIcon } from './nodeIcons.tsx'

interface StatusLook {
  label: string
  tone: Tone
  /** Color of the icon. */
  color: string
}

export const NODE_STATUS: Record<NodeStatus, StatusLook> = {
  not_started: { label: 'Not started', tone: 'idle', color: 'text-idle-fill' },
  in_progress: { label: 'In progress', tone: 'progress', color: 'text-progress-fill' },
  completed: { label: 'Completed', tone: 'done', color: 'text-done-fill' },
  blocked: { label: 'Blocked', tone: 'blocked', color: 'text-blocked-fill' },
}

export const NODE_TYPE: Record<NodeType, { label: string }> = {
  root: { label: 'Root' },
  phase: { label: 'Phase' },
  task: { label: 'Task' },
  milestone: { label: 'Milestone' },
}

/** The title, or a placeholder for a node without one. */
export const titleOf = (node: { title: string }): string => node.title.trim() || 'Untitled Node'

export function StatusIcon({ status, size = 16 }: { status: NodeStatus; size?: number }) {
  return <NodeIcon icon={status} size={size} className={NODE_STATUS[status].color} />
}

export function TypeIcon({ type, size = 16 }: { type: NodeType; size?: number }) {
  return <NodeIcon icon={type} size={size} className="shrink-0 text-muted" />
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
