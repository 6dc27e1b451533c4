// Paints a node on the canvas layer: title and color when zoomed out, else the same as the card that will replace it.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { FAR_ZOOM, PLAIN_ZOOM } from '../detail.ts'
import type { Box } from '../layout/geometry.ts'
import type { BranchStats } from './branchStats.ts'
import { paintMix } from './paintMix.ts'
import type { Palette } from './palette.ts'

/** The data of a painted node. */
export interface PaintedNode {
  title: string
  node_type: NodeType
  status: NodeStatus
  /** Percent. */
  progress: number
  selected: boolean
}

interface Look {
  palette: Palette
  zoom: number
}

/** Smaller titles are not painted. */
const TITLE_MIN_PX = 7
const FAR_TITLE = 26
const RADIUS = 10
/** Matches the cards that replace these nodes. */
const CARD: Record<NodeType, { title: number; pad: number; icon: number }> = {
  root: { title: 16, pad: 20, icon: 17 },
  phase: { title: 14, pad: 16, icon: 17 },
  task: { title: 13, pad: 14, icon: 15 },
  milestone: { title: 13, pad: 20, icon: 15 },
}
const PLAIN = { title: 20, status: 22 }
const STATUS = 15
const GAP = 8
const STRIPE = { width: 4, inset: 12 }
/** Nodes lower than this on the screen are bars in the color of their status, because a frame would fill them. */
const FRAME_MIN_PX = 4
const BAR_MIN_PX = 1.5
/** Tiles are less prominent than nodes. */
const TILE_ALPHA = 0.4

export function paintNode(
  pen: CanvasRenderingContext2D,
  box: Box,
  node: PaintedNode | undefined,
  { palette, zoom }: Look,
): void {
  if (!node) return
  const { x, y, width, height } = box
  const { fill, soft } = palette.status[node.status]
  if (height * zoom < FRAME_MIN_PX) {
    pen.fillStyle = node.selected ? palette.accent : fill
    pen.fillRect(x, y, width, Math.max(height, BAR_MIN_PX / zoom))
    return
  }
  const isFar = zoom < FAR_ZOOM
  pen.beginPath()
  pen.roundRect(x, y, width, height, node.node_type === 'milestone' && !isFar ? height / 2 : RADIUS)
  pen.fillStyle = palette.surface
  pen.fill()
  if (isFar && node.status !== 'not_started') {
    pen.fillStyle = soft
    pen.fill()
  }
  pen.strokeStyle = node.selected ? palette.accent : node.status === 'not_started' ? palette.line : fill
  pen.lineWidth = node.selected ? 4 / zoom : isFar ? Math.max(2, 1 / zoom) : 1
  pen.stroke()
  pen.textBaseline = 'middle'
  if (isFar) {
    if (FAR_TITLE * zoom >= TITLE_MIN_PX)
      writeTitle(pen, box, node.title, { color: palette.ink, size: FAR_TITLE, left: 16, right: 16 })
  } else paintCard(pen, box, node, { palette, zoom })
}

function paintCard(
  pen: CanvasRenderingContext2D,
  box: Box,
  { title, node_type, status }: PaintedNode,
  { palette, zoom }: Look,
) {
  const { x, y, width, height } = box
  const { pad, icon, title: titleSize } = CARD[node_type]
  const isPlain = zoom < PLAIN_ZOOM
  const statusSize = isPlain ? PLAIN.status : STATUS
  const { fill } = palette.status[status]
  if (node_type !== 'milestone') {
    pen.fillStyle = fill
    pen.fillRect(x, y + STRIPE.inset, STRIPE.width, height - 2 * STRIPE.inset)
  }
  pen.beginPath()
  pen.arc(x + width - pad - statusSize / 2, y + height / 2, statusSize * 0.42, 0, 2 * Math.PI)
  pen.strokeStyle = fill
  pen.lineWidth = statusSize / 12
  pen.stroke()
  writeTitle(pen, box, title, {
    color: palette.ink,
    size: isPlain ? PLAIN.title : titleSize,
    left: isPlain ? pad : pad + icon + GAP,
    right: pad + statusSize + GAP,
  })
}

function writeTitle(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  title: string,
  { color, size, left, right }: { color: string; size: number; left: number; right: number },
) {
  pen.fillStyle = color
  pen.font = `500 ${size}px "Inter Variable", sans-serif`
  pen.fillText(shorten(title, width - left - right, size), x + left, y + height / 2)
}

/** Estimates letters as half as wide as high, because measuring text costs more than painting it. */
function shorten(title: string, width: number, size: number): string {
  const letters = Math.floor(width / (size * 0.54))
  return title.length > letters ? `${title.slice(0, letters - 1).trimEnd()}…` : title
}

/** Paints a branch as one tile, with the shares of its statuses. */
export function paintTile(
  pen: CanvasRenderingContext2D,
  box: Box,
  stats: BranchStats | undefined,
  strength: number,
  { palette }: Look,
): void {
  if (!stats) return
  pen.globalAlpha = TILE_ALPHA * strength
  paintMix(pen, stats, box, palette)
  pen.globalAlpha = 1
}
