// What is drawn on the canvas layer under the cards: the lines of the hierarchy always, and far away also the nodes themselves.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { NodeStatus } from '@cairn/contract/api/nodes'
import { type Child, traceChildren } from './connectors.ts'
import { edgeLines, type PaintedEdge } from './edgeLines.ts'
import type { Box } from './geometry.ts'
import type { Palette } from './palette.ts'
import { type Scene, walkRegion } from './visible.ts'

/** Where the window is: a place on the canvas is at `place * zoom + (x, y)` on the screen. */
export interface View {
  x: number
  y: number
  zoom: number
  width: number
  height: number
}

/** What is said of a node that is drawn from far away. */
export interface FarNode {
  title: string
  status: NodeStatus
  /** Percent. */
  progress: number
  selected: boolean
}

export interface Painting {
  scene: Scene
  palette: Palette
  nodeOf: (id: string) => FarNode | undefined
  /** The edges that are drawn here, and not as elements of their own. */
  edges: readonly PaintedEdge[]
  /** Draws the nodes as well: they are too small to be cards. */
  withNodes: boolean
  /** A branch that is smaller on the screen, in px, becomes one tile. */
  tileBelow: number
}

/** A title that would be smaller is left out. */
const TITLE_MIN_PX = 7
const TITLE_SIZE = 26
const RADIUS = 10
/** A node that is lower on the screen is a bar in the colour of its status, at least this high: a frame would be all there is. */
const FRAME_MIN_PX = 4
const BAR_MIN_PX = 1.5
/** Tiles stand back behind the nodes beside them. */
const TILE_ALPHA = 0.4

/** The region of the canvas that a window shows. */
export const regionOf = ({ x, y, zoom, width, height }: View): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
})

/** Draws what the window shows; what is beside it costs nothing. `ratio` is the device's pixels for each of ours. */
export function paint(pen: CanvasRenderingContext2D, painting: Painting, view: View, ratio: number): void {
  const { scene, palette, withNodes, tileBelow } = painting
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, view.width * ratio, view.height * ratio)
  pen.setTransform(view.zoom * ratio, 0, 0, view.zoom * ratio, view.x * ratio, view.y * ratio)

  const cards: [string, Box][] = []
  const tiles: [string, Box][] = []
  pen.beginPath()
  walkRegion(scene, regionOf(view), (id, box, extent) => {
    const isBranch = extent !== box
    if (isBranch && withNodes && Math.max(extent.width, extent.height) * view.zoom < tileBelow) {
      tiles.push([id, extent])
      return false
    }
    if (withNodes) cards.push([id, box])
    if (isBranch) traceChildren(pen, box, childrenOf(scene, id))
    return true
  })
  pen.strokeStyle = palette.edge.hierarchical
  pen.lineWidth = Math.max(1.5, 1 / view.zoom)
  pen.stroke()

  paintEdges(pen, painting, view)
  for (const [id, extent] of tiles) paintTile(pen, painting, id, extent)
  for (const [id, box] of cards) paintCard(pen, painting, id, box, view.zoom)
}

function childrenOf({ layout, tree }: Scene, id: string): Child[] {
  const children: Child[] = []
  for (const childId of tree.childrenOf(id)) {
    const box = layout.boxes.get(childId)
    if (box) children.push({ box, hangs: layout.hanging.has(childId) })
  }
  return children
}

const DASH: Record<EdgeKind, number[]> = { dependency: [10, 8], reference: [2, 7], sequence: [] }

function paintEdges(pen: CanvasRenderingContext2D, { scene, palette, edges }: Painting, view: View): void {
  const region = regionOf(view)
  const [right, bottom] = [region.x + region.width, region.y + region.height]
  const lines = edgeLines(edges, scene.layout).filter(
    ({ from, a, b, to }) =>
      Math.max(from.x, to.x, a.x) >= region.x &&
      Math.min(from.x, to.x, b.x) <= right &&
      Math.max(from.y, to.y, a.y) >= region.y &&
      Math.min(from.y, to.y) <= bottom,
  )
  for (const kind of ['sequence', 'reference', 'dependency'] as const) {
    pen.beginPath()
    for (const line of lines) {
      if (line.kind !== kind) continue
      const { from, a, b, to } = line
      pen.moveTo(from.x, from.y)
      pen.bezierCurveTo(a.x, a.y, b.x, b.y, to.x, to.y)
    }
    pen.setLineDash(DASH[kind])
    pen.strokeStyle = palette.edge[kind]
    pen.lineWidth = Math.max(2, 1.25 / view.zoom)
    pen.stroke()
  }
  pen.setLineDash([])
}

function paintCard(
  pen: CanvasRenderingContext2D,
  { palette, nodeOf }: Painting,
  id: string,
  { x, y, width, height }: Box,
  zoom: number,
): void {
  const node = nodeOf(id)
  if (!node) return
  const { fill, soft } = palette.status[node.status]
  if (height * zoom < FRAME_MIN_PX) {
    pen.fillStyle = node.selected ? palette.accent : fill
    pen.fillRect(x, y, width, Math.max(height, BAR_MIN_PX / zoom))
    return
  }
  pen.beginPath()
  pen.roundRect(x, y, width, height, RADIUS)
  pen.fillStyle = palette.surface
  pen.fill()
  if (node.status !== 'not_started') {
    pen.fillStyle = soft
    pen.fill()
  }
  pen.strokeStyle = node.selected ? palette.accent : node.status === 'not_started' ? palette.line : fill
  pen.lineWidth = node.selected ? 4 / zoom : Math.max(2, 1 / zoom)
  pen.stroke()
  if (TITLE_SIZE * zoom < TITLE_MIN_PX) return
  pen.fillStyle = palette.ink
  pen.font = `500 ${TITLE_SIZE}px "Inter Variable", sans-serif`
  pen.textBaseline = 'middle'
  pen.fillText(shorten(node.title, width - 32), x + 16, y + height / 2)
}

/** Letters are about half as wide as they are high; measuring each would cost more than drawing it. */
function shorten(title: string, width: number): string {
  const letters = Math.floor(width / (TITLE_SIZE * 0.54))
  return title.length > letters ? `${title.slice(0, letters - 1).trimEnd()}…` : title
}

/** A branch as one shape, filled as far as it is done. */
function paintTile(
  pen: CanvasRenderingContext2D,
  { palette, nodeOf }: Painting,
  id: string,
  { x, y, width, height }: Box,
): void {
  const progress = nodeOf(id)?.progress ?? 0
  pen.globalAlpha = TILE_ALPHA
  pen.fillStyle = palette.status.not_started.fill
  pen.fillRect(x, y, width, height)
  pen.fillStyle = palette.status.completed.fill
  pen.fillRect(x, y, (width * progress) / 100, height)
  pen.globalAlpha = 1
}
