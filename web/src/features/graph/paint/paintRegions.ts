// Branches on a zoomed-out graph: a frame around each, its name, and how far it is.

import type { NodeIconName } from '../../../display/nodeIcons.tsx'
import { formatNumber } from '../../../lib/numbers.ts'
import type { Dimming } from '../dimming.ts'
import { legendBox } from '../layout/fit.ts'
import type { Box, Size } from '../layout/geometry.ts'
import { showsAll, type View } from '../view/view.ts'
import type { BranchStats } from './branchStats.ts'
import { type Label, type LabelCandidate, placeLabels } from './labels.ts'
import { paintIcon } from './paintCard.ts'
import { type MixSource, mixOf, paintMix, type Share } from './paintMix.ts'
import type { Palette } from './palette.ts'

/** What is known of the plan. */
interface Source extends MixSource {
  hasControls?: boolean
  legend?: Size | null
  /** Of the whole plan. */
  extent?: Box | undefined
  dimming: Dimming | null
  nodeOf: (id: string) => { title: string } | undefined
}

/** A branch in the viewport; boxes are on the canvas. */
export interface Region {
  id: string
  level: number
  card: Box
  extent: Box
}

const fontOf = (size: number): string => `600 ${size}px "Inter Variable", sans-serif`
const statsFontOf = (size: number): string => `500 ${size}px "Inter Variable", sans-serif`
const RADIUS = 8
/** Around a branch, in px of the viewport, and at most half of the way to the next one. */
const FRAME_MARGIN = 6
const FRAME_MARGIN_MAX = 14
/** px of the red edge of a name. */
const STUCK_EDGE = 3
const ICON = { size: 10, gap: 2 }
const BAR = { height: 5, gap: 6, widthMin: 16 }
/** Names of the same text are measured once. */
const MEASURED_MAX = 20_000
const measured = new Map<string, number>()

/** The names that a view shows and where; the same for the same painting and view. */
export function labelsOf(
  pen: CanvasRenderingContext2D,
  regions: readonly Region[],
  painting: Source,
  view: View,
): Label[] {
  const measure = (text: string, size: number): number => {
    const key = `${size} ${text}`
    const before = measured.get(key)
    if (before !== undefined) return before
    if (measured.size > MEASURED_MAX) measured.clear()
    pen.font = fontOf(size)
    const { width } = pen.measureText(text)
    measured.set(key, width)
    return width
  }
  const candidates = regions.flatMap(({ id, level, card, extent }): LabelCandidate[] => {
    const title = painting.nodeOf(id)?.title
    const stats = painting.statsOf(id)
    const text = stats ? `${doneText(stats)} ${stuckNotices(stats)[0]?.text ?? ''}` : ''
    return title ? [{ id, level, title, stats: text, card: onScreen(card, view), region: onScreen(extent, view) }] : []
  })
  return placeLabels(candidates, view, measure, painting.hasControls === false ? [] : controlsOver(view, painting))
}

/**
 * The controls over the corners of the canvas, with a margin: toolbar, the button that adds a node, the legend, and the
 * minimap, which is above the toolbar on a narrow canvas.
 */
function controlsOver(view: View, { legend, extent }: Pick<Source, 'legend' | 'extent'>): Box[] {
  const { width, height } = view
  const hasMinimap = width > 700 && !(extent && showsAll(view, extent))
  return [
    { x: 0, y: height - 62, width: Math.min(width, 560), height: 62 },
    { x: width - 130, y: 0, width: 130, height: 54 },
    ...(hasMinimap ? [{ x: width - 218, y: height - (width > 800 ? 168 : 224), width: 218, height: 168 }] : []),
    ...(legend ? [legendBox(legend, { width, height })] : []),
  ]
}

const onScreen = ({ x, y, width, height }: Box, view: View): Box => ({
  x: x * view.zoom + view.x,
  y: y * view.zoom + view.y,
  width: width * view.zoom,
  height: height * view.zoom,
})

/** Frames the branches that have a name. Only the name says what is stuck: red frames around each other say nothing. */
export function paintFrames(
  pen: CanvasRenderingContext2D,
  regions: readonly Region[],
  { palette, dimming }: Source,
  { zoom }: View,
): void {
  const margin = Math.min(FRAME_MARGIN / zoom, FRAME_MARGIN_MAX)
  for (const { id, extent } of regions) {
    pen.globalAlpha = dimming?.branch(id) ?? 1
    pen.beginPath()
    pen.roundRect(
      extent.x - margin,
      extent.y - margin,
      extent.width + 2 * margin,
      extent.height + 2 * margin,
      RADIUS / zoom,
    )
    pen.fillStyle = palette.regionFill
    pen.fill()
    pen.strokeStyle = palette.line
    pen.lineWidth = 1 / zoom
    pen.stroke()
  }
  pen.globalAlpha = 1
}

const doneText = ({ byStatus, total }: BranchStats): string =>
  `${formatNumber(byStatus.completed)}/${formatNumber(total)}`

interface Notice {
  icon?: NodeIconName
  text: string
}

/** What is stuck, as on cards: in words, and shorter. Empty if nothing is. */
function stuckNotices({ byStatus, overdue }: BranchStats): Notice[] {
  const [blocked, late] = [formatNumber(byStatus.blocked), formatNumber(overdue)]
  if (byStatus.blocked > 0) return [{ text: `${blocked} blocked` }, { icon: 'blocked', text: blocked }]
  return overdue > 0 ? [{ text: `${late} overdue` }, { text: `${late} late` }] : []
}

const isStuckIn = (stats: BranchStats | undefined): boolean =>
  stats !== undefined && (stats.byStatus.blocked > 0 || stats.overdue > 0)

/** Draws names in px of the viewport, over everything else. */
export function paintLabels(
  pen: CanvasRenderingContext2D,
  labels: readonly Label[],
  painting: Source,
  ratio: number,
): void {
  if (labels.length === 0) return
  const { palette, dimming, statsOf } = painting
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.textBaseline = 'middle'
  for (const { id, box, lines, style } of labels) {
    const stats = statsOf(id)
    const isStuck = isStuckIn(stats)
    pen.globalAlpha = 1
    pen.beginPath()
    pen.roundRect(box.x, box.y, box.width, box.height, RADIUS)
    pen.fillStyle = palette.surface
    pen.fill()
    // Only what is on it is dimmed. Otherwise the nodes under it would show through the name.
    pen.globalAlpha = dimming?.branch(id) ?? 1
    pen.strokeStyle = palette.line
    pen.lineWidth = 1
    pen.stroke()
    if (isStuck) {
      pen.fillStyle = palette.status.blocked.fill
      pen.fillRect(box.x, box.y + RADIUS / 2, STUCK_EDGE, box.height - RADIUS)
    }
    pen.font = fontOf(style.size)
    pen.fillStyle = palette.ink
    const left = box.x + style.padX
    let y = box.y + style.padY + style.lineHeight / 2
    for (const line of lines) {
      pen.fillText(line, left, y)
      y += style.lineHeight
    }
    pen.font = statsFontOf(style.statsSize)
    const place = { x: left, y: y - 1, width: box.width - 2 * style.padX }
    if (stats && style.statsHeight > 0) paintStats(pen, { stats, mix: mixOf(painting, id) ?? [] }, place, palette)
  }
  pen.globalAlpha = 1
}

/** Done of total, a bar of the colors, and what is stuck in words where they fit. Color alone says too little. */
function paintStats(
  pen: CanvasRenderingContext2D,
  { stats, mix }: { stats: BranchStats; mix: readonly Share[] },
  { x, y, width }: { x: number; y: number; width: number },
  palette: Palette,
): void {
  const text = doneText(stats)
  pen.fillStyle = palette.muted
  pen.fillText(text, x, y)
  const start = pen.measureText(text).width + BAR.gap
  const widthOf = ({ icon, text }: Notice) => pen.measureText(text).width + (icon ? ICON.size + ICON.gap : 0)
  const stuck = stuckNotices(stats).find((notice) => widthOf(notice) <= width - start)
  if (stuck) {
    const right = x + width
    pen.fillStyle = palette.tones['blocked-ink']
    pen.fillText(stuck.text, right - pen.measureText(stuck.text).width, y)
    const mark = { ...ICON, x: right - widthOf(stuck), y: y - ICON.size / 2 - 1, tone: 'blocked-ink' as const }
    if (stuck.icon) paintIcon(pen, { ...mark, icon: stuck.icon }, palette.tones)
  }
  const room = width - start - (stuck ? widthOf(stuck) + BAR.gap : 0)
  if (room > BAR.widthMin) paintMix(pen, mix, { x: x + start, y: y - BAR.height / 2, width: room, height: BAR.height })
}
