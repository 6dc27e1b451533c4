// The icons of nodes as one path each, for elements and the canvas. A test compares them with the icons of Lucide.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'

export type NodeIconName = NodeType | NodeStatus | 'comments' | 'files' | 'waits' | 'folded'

/** In a square of 24 px, as paths of SVG. */
export const ICON_SHAPES: Record<NodeIconName, string> = {
  root: 'M8 3l4 8 5-5 5 15H2L8 3z',
  phase:
    'M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83z M2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12 M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17',
  task: 'M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2 M12 11h4 M12 16h4 M8 11h.01 M8 16h.01',
  milestone:
    'M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528',
  not_started: 'M22 12a10 10 0 1 1 -20 0a10 10 0 1 1 20 0z',
  in_progress: 'M13 12a1 1 0 1 1 -2 0a1 1 0 1 1 2 0z M22 12a10 10 0 1 1 -20 0a10 10 0 1 1 20 0z',
  completed: 'M22 12a10 10 0 1 1 -20 0a10 10 0 1 1 20 0z M16 9l-5.5 5.5L8 12',
  blocked: 'M22 12a10 10 0 1 1 -20 0a10 10 0 1 1 20 0z M9 15L15 9',
  comments:
    'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z',
  files:
    'M16 6l-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551',
  waits: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2z M7 11V7a5 5 0 0 1 10 0v4',
  folded: 'M6 9l6 6 6-6',
}

interface Props {
  icon: NodeIconName
  size?: number
  className?: string | undefined
}

/** An icon in the color of its text. Two elements, because rows and cards have several and are rendered often. */
export function NodeIcon({ icon, size = 16, className }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      <path d={ICON_SHAPES[icon]} />
    </svg>
  )
}
