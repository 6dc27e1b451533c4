// Paints the canvas layer under the cards: hierarchy lines, edges without elements and nodes without cards.
import type { CardDescription } from '../cards/describeCard.ts'
import type { Dimming } from '../dimming.ts'
import { type Child, traceChildren } from '../layout/connectors.ts'
import type { EdgeLine } from '../layout/edgeRoutes.ts'
import type { Box, Point, Size } from '../layout/geometry.ts'
import { overlap } from '../layout/spatialIndex.ts'
import type { DrawnPath } from '../path/path.ts'
import { regionOf, type View } from '../view/view.ts'
import { FAR_ZOOM, type Level, levelAt } from '../zoomLevels.ts'
import type { Label } from './labels.ts'
import { paintEdges } from './paintEdges.ts'
import { type MixSource, mixOf } from './paintMix.ts'
import { type PaintedNode, paintNode, paintTile } from './paintNode.ts'
import { labelsOf, paintFrames, paintLabels, type Region } from './paintRegions.ts'
import { type Scene, walkRegion } from './scene.ts'

export interface Painting extends MixSource {
  scene: Scene
  /** null without a filter or path. */
  dimming: Dimming | null
  path: DrawnPath | null
  nodeOf: (id: string) => PaintedNode | undefined
  lookOf: (id: string, level: Level) => CardDescription | undefined
  /** The edges painted here, because they have no elements. */
  edges: readonly EdgeLine[]
  /** Nodes whose edges stand out: the selected ones, and the one that is pointed at. */
  isMarked: (id: string) => boolean
  /** The nodes not painted here, because they have cards. */
  cards: ReadonlySet<string>
  /** Branches smaller than this many px on the screen are painted as one tile. */
  tileBelow: number
  /** Whether controls lie over the corners, under which names could not be read. */
  hasControls?: boolean
  /** The size of the open legend, which is one of them. */
  legend?: Size | null
  /** Whether branches have frames and names when the view is zoomed out; the minimap has none. */
  hasLabels: boolean
}

/** Paints the nodes and lines in view. `ratio` is device pixels per CSS pixel. Returns whether it painted any nodes. */
export function paint(pen: CanvasRenderingContext2D, painting: Painting, view: View, ratio: number): boolean {
  const steps = paintSteps(pen, painting, view, ratio)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Nodes between two steps. */
const STEP_NODES = 40

/** Like `paint`, but can pause after every few nodes. `paintGround` paints what is under everything else. */
export function* paintSteps(
  pen: CanvasRenderingContext2D,
  painting: Painting,
  view: View,
  ratio: number,
  paintGround?: () => void,
): Generator<void, boolean> {
  const { scene, palette, dimming, cards, tileBelow } = painting
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, view.width * ratio, view.height * ratio)
  paintGround?.()
  pen.setTransform(view.zoom * ratio, 0, 0, view.zoom * ratio, view.x * ratio, view.y * ratio)

  const region = regionOf(view)
  const painted: [string, Box][] = []
  const tiles: [string, Box][] = []
  const regions: Region[] = []
  const isFar = painting.hasLabels && view.zoom < FAR_ZOOM
  const branches: [string, Box][] = []
  walkRegion(scene, region, (id, box, extent, level) => {
    const isBranch = extent !== box
    if (isFar && isNamed(painting, id, level)) regions.push({ id, level, card: box, extent })
    if (isBranch && Math.max(extent.width, extent.height) * view.zoom < tileBelow) {
      tiles.push([id, extent])
      return false
    }
    if (!cards.has(id) && overlap(box, region)) painted.push([id, box])
    if (isBranch) branches.push([id, box])
    return true
  })
  const labels = labelsOf(pen, regions, { ...painting, extent: painting.scene.extents.get(null) }, view)
  drawnLabels.set(painting, labels)
  const named = new Set(labels.map(({ id }) => id))
  paintFrames(
    pen,
    regions.filter(({ id }) => named.has(id)),
    painting,
    view,
  )
  if (dimming) pen.globalAlpha = LINE_ALPHA
  pen.beginPath()
  for (const [id, box] of branches) traceChildren(pen, box, childrenOf(scene, id), scene.layout.direction)
  pen.strokeStyle = palette.edge.hierarchical
  pen.lineWidth = Math.max(1.5, 1 / view.zoom)
  pen.stroke()

  paintEdges(pen, painting, view)
  const look = { palette, zoom: view.zoom }
  const level = levelAt(view.zoom)
  for (const [id, extent] of tiles) paintTile(pen, extent, mixOf(painting, id), dimming?.branch(id) ?? 1)
  for (const [index, [id, box]] of painted.entries()) {
    if (index % STEP_NODES === 0) yield
    // A name takes the place of its card's title.
    if (named.has(id)) continue
    pen.globalAlpha = dimming?.node(id) ?? 1
    paintNode(pen, box, painting.nodeOf(id), { ...look, describe: () => painting.lookOf(id, level) })
  }
  pen.globalAlpha = 1
  paintLabels(pen, labels, painting, ratio)
  return tiles.length + painted.length > 0
}

/** Opacity of lines while a filter or path dims nodes. */
const LINE_ALPHA = 0.4

const drawnLabels = new WeakMap<Painting, readonly Label[]>()

/** The branch whose name was drawn at this position of the viewport, in px. */
export const namedAt = (painting: Painting, { x, y }: Point): string | undefined =>
  drawnLabels
    .get(painting)
    ?.find(({ box }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height)?.id

/** Whether a branch may have a name on a zoomed-out graph; a single root has none, as the page's header says it. */
const isNamed = ({ scene, statsOf }: Painting, id: string, level: number): boolean =>
  statsOf(id) !== undefined && (level > 0 || scene.tree.childrenOf(null).length > 1)

function childrenOf({ layout, tree, extents }: Scene, id: string): Child[] {
  const children: Child[] = []
  for (const childId of tree.childrenOf(id)) {
    const box = layout.boxes.get(childId)
    if (box) children.push({ box, extent: extents.get(childId), hangs: layout.hanging.has(childId) })
  }
  return children
}
