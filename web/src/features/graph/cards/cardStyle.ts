// The measures and colors of cards by type and status.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { Tone } from './tones.ts'

interface TypeStyle {
  /** Left and right of the content. */
  pad: number
  padY: number
  /** Of the content when it has larger letters. */
  middle: { left: number; right: number }
  /** Around the title of a zoomed-out card. */
  farPad: number
  /** Of a close title, in px: readable down to the zoom at which the next level begins. */
  title: number
  lineHeight: number
  /** Size of the type's icon. */
  icon: number
}

export const CARD_STYLE: Record<NodeType, TypeStyle> = {
  root: { pad: 20, padY: 12, middle: { left: 14, right: 12 }, farPad: 12, title: 20, lineHeight: 24, icon: 17 },
  phase: { pad: 16, padY: 12, middle: { left: 14, right: 12 }, farPad: 12, title: 18, lineHeight: 22, icon: 17 },
  task: { pad: 14, padY: 10, middle: { left: 12, right: 8 }, farPad: 10, title: 16, lineHeight: 20, icon: 15 },
  milestone: { pad: 20, padY: 8, middle: { left: 16, right: 12 }, farPad: 12, title: 16, lineHeight: 20, icon: 15 },
}

export const FRAME_TONE: Record<NodeStatus, Tone> = {
  not_started: 'line-strong',
  in_progress: 'progress-fill',
  completed: 'done-fill',
  blocked: 'blocked-fill',
}

export const STATUS_TONE: Record<NodeStatus, Tone> = {
  not_started: 'idle-fill',
  in_progress: 'progress-fill',
  completed: 'done-fill',
  blocked: 'blocked-fill',
}
