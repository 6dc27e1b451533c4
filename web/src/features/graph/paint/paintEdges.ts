// The edges that are not elements: those of cards outside the viewport, and all of them while it moves.
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { EdgeLine } from '../layout/edgeRoutes.ts'
import { type DrawnPath, PATH_SIDES } from '../path/path.ts'
import { regionOf, type View } from '../view/view.ts'
import { FAR_ZOOM } from '../zoomLevels.ts'
import type { Palette } from './palette.ts'

interface Source {
  palette: Palette
  edges: readonly EdgeLine[]
  /** Nodes whose edges stand out. */
  isMarked: (id: string) => boolean
  path: DrawnPath | null
}

/** Matches the edge elements in `styles.css`, which replace these lines once the viewport has settled. */
const LINE: Record<EdgeKind, { width: number; dash: number[]; cap: CanvasLineCap }> = {
  dependency: { width: 1.75, dash: [7, 5], cap: 'butt' },
  reference: { width: 2.5, dash: [1, 5], cap: 'round' },
  sequence: { width: 1.75, dash: [], cap: 'butt' },
}
const KINDS = ['sequence', 'reference', 'dependency'] as const
const QUIET_ALPHA = 0.8
/** Zoomed out, more lines would hide the cards, also if only some are in view. */
const QUIET_WHEN_FAR = { zoomMin: 0.15, edgesMax: 60, alpha: 0.5 }
const ARROW = { length: 6, halfWidth: 5 }

/** Paints edges quietly, and those of marked nodes and of the path strongly. Zoomed out, many quiet ones are left out. */
export function paintEdges(
  pen: CanvasRenderingContext2D,
  { palette, edges, isMarked, path }: Source,
  view: View,
): void {
  const region = regionOf(view)
  const [right, bottom] = [region.x + region.width, region.y + region.height]
  const lines = edges.filter(
    ({ from, a, b, to }) =>
      Math.max(from.x, to.x, a.x, b.x) >= region.x &&
      Math.min(from.x, to.x, a.x, b.x) <= right &&
      Math.max(from.y, to.y, a.y, b.y) >= region.y &&
      Math.min(from.y, to.y, a.y, b.y) <= bottom,
  )
  const isStrong = ({ source_id, target_id }: EdgeLine) => isMarked(source_id) || isMarked(target_id)
  const alpha = pen.globalAlpha
  const isFar = view.zoom < FAR_ZOOM
  if (!isFar || (!path && view.zoom >= QUIET_WHEN_FAR.zoomMin && edges.length <= QUIET_WHEN_FAR.edgesMax)) {
    pen.globalAlpha = alpha * (isFar ? QUIET_WHEN_FAR.alpha : QUIET_ALPHA)
    paintLines(
      pen,
      lines.filter((line) => !isStrong(line)),
      { colorOf: (kind) => palette.edge[kind], zoom: view.zoom },
    )
  }
  pen.globalAlpha = alpha
  paintLines(pen, lines.filter(isStrong), { colorOf: (kind) => palette.edge[kind], zoom: view.zoom })
  if (!path) return
  pen.globalAlpha = 1
  for (const side of PATH_SIDES)
    paintLines(
      pen,
      lines.filter((line) => path.sideOfEdge(line) === side),
      { colorOf: () => palette.path[side], zoom: view.zoom },
    )
  pen.globalAlpha = alpha
}

function paintLines(
  pen: CanvasRenderingContext2D,
  lines: readonly EdgeLine[],
  { colorOf, zoom }: { colorOf: (kind: EdgeKind) => string; zoom: number },
): void {
  for (const kind of KINDS) {
    const { width, dash, cap } = LINE[kind]
    const ofKind = lines.filter((line) => line.kind === kind)
    if (ofKind.length === 0) continue
    pen.beginPath()
    for (const { from, a, b, to } of ofKind) {
      pen.moveTo(from.x, from.y)
      pen.bezierCurveTo(a.x, a.y, b.x, b.y, to.x, to.y)
    }
    pen.lineWidth = Math.max(width, 1.25 / zoom)
    pen.setLineDash(dash.map((part) => (part * pen.lineWidth) / width))
    pen.lineCap = cap
    pen.strokeStyle = colorOf(kind)
    pen.stroke()
    if (zoom >= FAR_ZOOM) paintArrows(pen, ofKind, colorOf(kind))
  }
  pen.setLineDash([])
  pen.lineCap = 'butt'
}

/** Paints an arrow at the end of each line, in the direction in which it arrives. */
function paintArrows(pen: CanvasRenderingContext2D, lines: readonly EdgeLine[], color: string): void {
  pen.beginPath()
  for (const { b, to } of lines) {
    const length = Math.hypot(to.x - b.x, to.y - b.y) || 1
    const [x, y] = [(to.x - b.x) / length, (to.y - b.y) / length]
    const [baseX, baseY] = [to.x - x * ARROW.length, to.y - y * ARROW.length]
    pen.moveTo(baseX - y * ARROW.halfWidth, baseY + x * ARROW.halfWidth)
    pen.lineTo(to.x, to.y)
    pen.lineTo(baseX + y * ARROW.halfWidth, baseY - x * ARROW.halfWidth)
  }
  pen.fillStyle = color
  pen.fill()
}
