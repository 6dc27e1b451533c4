// What is drawn on a card.

import type { NodeIconName } from '../../../display/nodeIcons.tsx'
import type { Box } from '../layout/geometry.ts'
import type { Font } from './measureText.ts'
import type { Tone } from './tones.ts'

/** The parts of a card. Elements give some of them a meaning or a control. */
export type Part =
  | 'frame'
  | 'stripe'
  | 'type'
  | 'title'
  | 'status'
  | 'description'
  | 'track'
  | 'progress'
  | 'count'
  | 'due'
  | 'comments'
  | 'files'
  | 'stuck'
  | 'waitsFor'
  | 'waiting'
  | 'assignee'
  | 'fold'

/** All positions are in px of the canvas from the top left corner of the card. */
export interface BoxMark extends Box {
  kind: 'box'
  part: Part
  radius: number
  fill: Tone | null
  /** Says in full what the mark means. */
  label?: string | undefined
  /** A line of 1 px inside the box. */
  stroke: Tone | null
}
export interface TextMark extends Font {
  kind: 'text'
  part: Part
  x: number
  y: number
  lines: string[]
  label?: string | undefined
  lineHeight: number
  tone: Tone
}
export interface IconMark {
  kind: 'icon'
  part: Part
  icon: NodeIconName
  x: number
  y: number
  size: number
  tone: Tone
}
export type Mark = BoxMark | TextMark | IconMark
