// The names of branches on a zoomed-out graph, like those on a map: of constant size, and never over each other.
import type { Box, Point } from '../layout/geometry.ts'

/** A branch that wants its name shown; boxes are in px of the viewport. */
export interface LabelCandidate {
  id: string
  title: string
  /** How far the branch is and where it is stuck, under the name. */
  stats: string
  /** 0 is the top: names of higher branches come first. */
  level: number
  /** The branch's own card. */
  card: Box
  /** The card and all that is drawn below it. */
  region: Box
}

export interface Label {
  id: string
  /** Of the name with its padding, in px of the viewport. */
  box: Box
  lines: string[]
  style: LabelStyle
}

/** In px of the viewport. */
export interface LabelStyle {
  size: number
  statsSize: number
  lineHeight: number
  padX: number
  padY: number
  /** 0 if only the name is shown. */
  statsHeight: number
  widthMin: number
}
const LARGE: LabelStyle = { size: 13, statsSize: 11, lineHeight: 16, padX: 8, padY: 5, statsHeight: 15, widthMin: 84 }
/** For regions too narrow for the other one. */
const SMALL: LabelStyle = { size: 11, statsSize: 10, lineHeight: 13, padX: 4, padY: 3, statsHeight: 12, widthMin: 50 }
/** For regions too low for anything but the name. */
const NAME_ONLY: LabelStyle = { ...SMALL, padY: 2, statsHeight: 0 }
const LARGE_FROM = 110
/** A name may be this much higher than the card of its branch without covering what is below it. */
const OVER_CARD = 1.5
const WIDTH_MAX = 220
/** A longer word is cut rather than written beyond a narrow region. */
const WORD_MAX = 84
/** Smaller regions of lower branches have no name of their own. */
const REGION_MIN = { width: 64, height: 36 }
/** Between two names. */
const GAP = 3
/** Room for a bar beside the stats, in px. */
const BAR_WIDTH = 32
/** Steps in which a name moves down in its region to find room. */
const STEP = 12

/**
 * Chooses names and their positions: a name is at its card, moves down or to a side inside its region if another is
 * in the way, and is left out if there is no room. Branches of the first level may reach beyond small regions of their own.
 * `obstacles` are boxes over the canvas, under which a name could not be read.
 */
export function placeLabels(
  candidates: readonly LabelCandidate[],
  viewport: { width: number; height: number },
  measure: (text: string, size: number) => number,
  obstacles: readonly Box[] = [],
): Label[] {
  const placed: Label[] = []
  const top = candidates.reduce((min, { level }) => Math.min(min, level), Number.POSITIVE_INFINITY)
  const order = [...candidates].sort((a, b) => a.level - b.level || areaOf(b.region) - areaOf(a.region))
  for (const candidate of order) {
    const { region, card, id, level } = candidate
    const seen = clip(region, viewport)
    if (!seen) continue
    const isSmall = region.width < REGION_MIN.width || region.height < REGION_MIN.height
    if (isSmall && level > top) continue
    const { width, height, lines, style } = shapeOf(candidate, seen.width, measure)
    // Of a region at the edge of the view too little is seen: its name would lie on the next one.
    if (isCut(width, seen.width, region.width) || isCut(height, seen.height, region.height)) continue
    const placeX = (x: number) => within(x, seen.x, seen.x + seen.width - width, viewport.width - width)
    const columns = new Set([card.x + card.width / 2 - width / 2, seen.x, seen.x + seen.width - width].map(placeX))
    const first = within(card.y + card.height / 2 - height / 2, seen.y, seen.y + seen.height, viewport.height - height)
    const last = Math.max(first, seen.y + seen.height - height)
    const isFree = (box: Box) =>
      !obstacles.some((other) => touches(other, box)) && !placed.some((other) => touches(other.box, box))
    const box = placesIn(columns, { first, last }).find((at) => isFree({ ...at, width, height }))
    if (box) placed.push({ id, box: { ...box, width, height }, lines, style })
  }
  return placed
}

type Shape = Pick<Label, 'lines' | 'style'> & { width: number; height: number }

/** How a name looks; smaller if two lines would cover what is below the card of an open branch. */
function shapeOf(candidate: LabelCandidate, widthMax: number, measure: (text: string, size: number) => number): Shape {
  const { region, card } = candidate
  const shape = shapeIn(styleFor(region), candidate, widthMax, measure)
  const isOver = shape.lines.length > 1 && region.height > card.height && shape.height > card.height * OVER_CARD
  return isOver ? shapeIn(SMALL, candidate, widthMax, measure) : shape
}

function shapeIn(
  style: LabelStyle,
  { title, stats, region }: LabelCandidate,
  widthMax: number,
  measure: (text: string, size: number) => number,
): Shape {
  const { padX, widthMin, statsSize } = style
  const measureLine = (text: string) => measure(text, style.size)
  const longest = Math.max(widthMin, ...title.split(/\s+/).map(measureLine))
  // A second line below a low region would take the place of the next name.
  const linesMax = heightOf(style, LINES_MAX) > region.height ? 1 : LINES_MAX
  const sides = linesMax === 1 ? 0 : 2 * GAP
  const room = Math.min(WIDTH_MAX, Math.max(Math.min(longest, WORD_MAX) + 2 * padX, widthMax - sides))
  const lines = wrap(title, room - 2 * padX, measureLine, linesMax)
  const statsWidth = stats === '' || style === NAME_ONLY ? 0 : measure(stats, statsSize) + BAR_WIDTH
  const width = Math.min(room, Math.max(widthMin, statsWidth, ...lines.map(measureLine)) + 2 * padX)
  return { lines, style, width, height: heightOf(style, lines.length) }
}

/** Two names with their numbers need a gap between them, also where one region follows another. */
function styleFor({ width, height }: Box): LabelStyle {
  if (height + GAP < heightOf(SMALL, 1)) return NAME_ONLY
  return width < LARGE_FROM ? SMALL : LARGE
}

const heightOf = ({ lineHeight, statsHeight, padY }: LabelStyle, lines: number): number =>
  lines * lineHeight + statsHeight + 2 * padY

/** Positions from the first row to the last, in the order in which they are tried. */
function placesIn(columns: ReadonlySet<number>, { first, last }: { first: number; last: number }): Point[] {
  const places: Point[] = []
  for (let y = first; y < last + STEP; y += STEP) for (const x of columns) places.push({ x, y: Math.min(y, last) })
  return places
}

/** Whether a name fits its region, but not the part of it that is seen. */
const isCut = (name: number, seen: number, whole: number): boolean => name > seen && name <= whole

const areaOf = ({ width, height }: Box): number => width * height

/** The value between the bounds of its region, and then inside the viewport. */
const within = (value: number, min: number, max: number, end: number): number =>
  Math.max(0, Math.min(end, Math.max(min, Math.min(max, value))))

function clip({ x, y, width, height }: Box, viewport: { width: number; height: number }): Box | undefined {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(viewport.width, x + width), Math.min(viewport.height, y + height)]
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined
}

const touches = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP

const LINES_MAX = 2

/** Breaks a title at spaces into at most this many lines of this width; what does not fit ends in an ellipsis. */
export function wrap(title: string, width: number, measure: (text: string) => number, linesMax = LINES_MAX): string[] {
  if (linesMax === 1) return [shorten(title, width, measure, false)]
  const lines: string[] = []
  let line = ''
  for (const word of title.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width || line === '') {
      line = longer
      continue
    }
    lines.push(line)
    line = word
    if (lines.length === LINES_MAX) break
  }
  const isWhole = lines.length < LINES_MAX
  if (isWhole) lines.push(line)
  return lines.map((one, index) => shorten(one, width, measure, index === LINES_MAX - 1 && !isWhole))
}

function shorten(line: string, width: number, measure: (text: string) => number, goesOn: boolean): string {
  if (!goesOn && measure(line) <= width) return line
  let end = line.length
  while (end > 1 && measure(`${line.slice(0, end).trimEnd()}…`) > width) end -= 1
  return `${line.slice(0, end).trimEnd()}…`
}
