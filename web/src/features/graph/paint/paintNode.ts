// Paints a node on the canvas layer: title and color when zoomed out, else the same as the card that will replace it.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { CardDescription } from '../cards/describeCard.ts'
import type { Box } from '../layout/geometry.ts'
import type { PathSide } from '../path/path.ts'
import { FAR_ZOOM } from '../zoomLevels.ts'
import { paintMarks } from './paintCard.ts'
import { paintMix, type Share } from './paintMix.ts'
import type { Palette } from './palette.ts'

/** The data of a painted node. */
export interface PaintedNode {
  title: string
  node_type: NodeType
  status: NodeStatus
  /** Percent. */
  progress: number
  selected: boolean
  /** Undefined if the status gives it. */
  color: NodeColor | undefined
  /** On the shown path. */
  side: PathSide | undefined
}

/** `soft` fills the card, unless it is null. */
export interface NodeColor {
  fill: string
  soft: string | null
}

interface Look {
  palette: Palette
  zoom: number
}

const RADIUS = 10
/** Of the ring around a selected card, as in `NodeCard`. */
const RING = { width: 2, gap: 2 }
/** Nodes lower than this on the screen are bars in the color of their status, because a frame would fill them. */
const FRAME_MIN_PX = 4
const BAR_MIN_PX = 1.5
/** Tiles are less prominent than nodes. */
const TILE_ALPHA = 0.4

/** Paints a node in its box. `describe` is called only if the node is large enough for marks. */
export function paintNode(
  pen: CanvasRenderingContext2D,
  box: Box,
  node: PaintedNode | undefined,
  { palette, zoom, describe }: Look & { describe: () => CardDescription | undefined },
): void {
  if (!node) return
  const { x, y, width, height } = box
  if (height * zoom < FRAME_MIN_PX) {
    pen.fillStyle = ringOf(node, palette) ?? colorOf(node, palette).fill
    pen.fillRect(x, y, width, Math.max(height, BAR_MIN_PX / zoom))
    return
  }
  if (zoom < FAR_ZOOM) paintFarFrame(pen, box, node, { palette, zoom })
  else paintRing(pen, box, node, palette)
  const description = describe()
  if (description) paintMarks(pen, description.marks, box, palette.tones)
}

function paintFarFrame(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  node: PaintedNode,
  { palette, zoom }: Look,
): void {
  const { fill, soft } = colorOf(node, palette)
  const ring = ringOf(node, palette)
  pen.beginPath()
  pen.roundRect(x, y, width, height, RADIUS)
  pen.fillStyle = palette.surface
  pen.fill()
  if (soft !== null) {
    pen.fillStyle = soft
    pen.fill()
  }
  pen.strokeStyle = ring ?? (soft === null ? palette.line : fill)
  pen.lineWidth = ring ? 4 / zoom : Math.max(2, 1 / zoom)
  pen.stroke()
}

function paintRing(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  node: PaintedNode,
  palette: Palette,
): void {
  const ring = ringOf(node, palette)
  if (!ring) return
  const out = RING.gap + RING.width / 2
  pen.beginPath()
  const radius = (node.node_type === 'milestone' ? height / 2 : RADIUS) + out
  pen.roundRect(x - out, y - out, width + 2 * out, height + 2 * out, radius)
  pen.strokeStyle = ring
  pen.lineWidth = RING.width
  pen.stroke()
}

const colorOf = ({ color, status }: PaintedNode, palette: Palette): NodeColor => {
  const { fill, soft } = palette.status[status]
  return color ?? { fill, soft: status === 'not_started' ? null : soft }
}

/** The color of the ring around a node. */
const ringOf = ({ selected, side }: PaintedNode, { accent, path }: Palette): string | undefined =>
  side ? path[side] : selected ? accent : undefined

/** Paints a branch as one tile, with the shares of its colors. */
export function paintTile(
  pen: CanvasRenderingContext2D,
  box: Box,
  mix: readonly Share[] | undefined,
  strength: number,
): void {
  if (!mix) return
  pen.globalAlpha = TILE_ALPHA * strength
  paintMix(pen, mix, box)
  pen.globalAlpha = 1
}
