// What a card looks like, for the two pens that draw it: the elements of a card and the canvas layer.
import { plainText } from '@cairn/contract/rules/plainText'
import { nodeProgress } from '@cairn/contract/rules/progress'
import type { StoredNode } from '../../../data/nodeStore.ts'
import { assignedTo } from '../../../display/assignedTo.ts'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import { counted, formatNumber } from '../../../lib/numbers.ts'
import { dayLabel, daysUntil } from '../../../lib/relativeTime.ts'
import { initials } from '../../../ui/Avatar.tsx'
import type { ViewOptions } from '../../../view-state/viewOptions.ts'
import { NODE_SIZE } from '../layout/geometry.ts'
import { NO_WAITING, type Waiting } from '../waiting.ts'
import type { Level } from '../zoomLevels.ts'
import { type BadgeContent, placeBadges } from './badges.ts'
import { CARD_STYLE, FRAME_TONE, STATUS_TONE } from './cardStyle.ts'
import type { BoxMark, Mark, Part, TextMark } from './marks.ts'
import type { Font } from './measureText.ts'
import { textLines } from './textLines.ts'
import type { Tone } from './tones.ts'

export interface CardDescription {
  level: Level
  /** In drawing order. The frame is first, except when far: its color depends on more than the node. */
  marks: readonly Mark[]
}

export interface CardOptions extends Pick<ViewOptions, 'labels' | 'progress'> {
  waiting?: Waiting
  /** Names of the assignees. */
  assignees?: readonly string[]
  /** The nodes in its collapsed branch; 0 if it is open. */
  folded?: number
  /** Blocked and overdue nodes in its collapsed branch. */
  stuck?: Stuck
  now?: Date
  /** The color of the stripe and the frame if they do not show the status. */
  tone?: Tone | undefined
  measure: (text: string, font: Font) => number
}

/** Nodes in a collapsed branch that need attention. */
export interface Stuck {
  blocked: number
  overdue: number
}

type CardNode = Pick<
  StoredNode,
  'title' | 'node_type' | 'status' | 'description' | 'due_date' | 'comment_count' | 'artifact_count' | 'metadata'
>

/** Space between the parts of a card. */
const GAP = 8
const ROW_GAP = 4
const STRIPE = { width: 4, inset: 12 }
const SMALL: Font & { lineHeight: number } = { size: 12, weight: 400, lineHeight: 16 }
const TITLE_LINES_MAX = 2

export function describeCard(node: CardNode, options: CardOptions, level: Level): CardDescription {
  const size = NODE_SIZE[node.node_type]
  const look = CARD_STYLE[node.node_type]
  if (level.name === 'far') return { level, marks: farTitle(node, options, level) }
  const frame: BoxMark = {
    ...{ kind: 'box', part: 'frame', x: 0, y: 0, ...size },
    radius: node.node_type === 'milestone' ? size.height / 2 : 10,
    fill: 'surface',
    stroke: options.tone ? frameTone(options.tone) : FRAME_TONE[node.status],
  }
  const stripe: Mark[] =
    node.node_type === 'milestone'
      ? []
      : [
          {
            ...{ kind: 'box', part: 'stripe', x: 0, y: STRIPE.inset },
            ...{ width: STRIPE.width, height: size.height - 2 * STRIPE.inset, radius: 2 },
            ...{ fill: options.tone ?? STATUS_TONE[node.status], stroke: null },
          },
        ]
  const isClose = level.name === 'close'
  const hasFold = node.metadata.child_count > 0 || (options.folded ?? 0) > 0
  const badges = placeBadges(badgesOf(node, options, level), {
    ...size,
    ...{ size: isClose ? 12 : Math.round(level.title * 0.8), right: look.pad },
    // A milestone is so low that badges half inside would leave one line of its title.
    hangs: node.node_type === 'milestone' && !hasFold,
    // The button that opens and closes the branch is in the middle of the edge.
    hasFold,
    folded: options.folded ?? 0,
    measure: options.measure,
  })
  const body = isClose ? closeBody(node, options) : middleBody(node, options, { level, floor: badges.floor })
  return { level, marks: [frame, ...stripe, ...body, ...badges.marks] }
}

/** Nodes without a person or date have a quiet frame, like those that are not started. */
const frameTone = (tone: Tone): Tone => (tone === 'idle-fill' ? 'line-strong' : tone)

const titleTone = ({ status }: CardNode): Tone => (status === 'completed' ? 'muted' : 'ink')

/** A title alone, in the middle of its card. */
function farTitle(node: CardNode, { measure }: CardOptions, { title: size }: Level): TextMark[] {
  if (size === 0) return []
  const { width, height } = NODE_SIZE[node.node_type]
  const { farPad: pad } = CARD_STYLE[node.node_type]
  const font = { size, weight: 500 }
  const lineHeight = lineHeightOf(size)
  const linesMax = Math.min(TITLE_LINES_MAX, Math.max(1, Math.floor(height / lineHeight)))
  const room = Array<number>(linesMax).fill(width - 2 * pad)
  const lines = textLines(titleOf(node), room, (text) => measure(text, font))
  const y = Math.round((height - lines.length * lineHeight) / 2)
  return [{ kind: 'text', part: 'title', x: pad, y, lines, ...font, lineHeight, tone: 'ink' }]
}

/** Larger letters stand closer together. */
const lineHeightOf = (size: number): number => Math.round(size * 1.14)

/** The title with the status at the end of its first line, and the progress of branches. */
function middleBody(node: CardNode, options: CardOptions, { level, floor }: { level: Level; floor: number }): Mark[] {
  const { width } = NODE_SIZE[node.node_type]
  const { left, right: rightPad } = CARD_STYLE[node.node_type].middle
  const right = width - rightPad
  const { title: size } = level
  const lineHeight = lineHeightOf(size)
  const hasBar = hasProgressBar(node, options) && isBranchType(node)
  const small = { size: Math.round(size * 0.8), weight: 500, lineHeight: Math.round(size * 0.95) }
  const rowHeight = hasBar ? small.lineHeight + ROW_GAP : 0
  const linesMax = Math.floor((floor - rowHeight) / lineHeight)
  const title = placeTitle(node, options, {
    ...{ size, lineHeight, linesMax, left, right, status: size },
  })
  const height = title.lines * lineHeight + rowHeight
  const y = Math.max(0, Math.round((floor - height) / 2))
  const row = hasBar
    ? progressRow(node, options, {
        ...{ font: small, left, right, y: y + height - small.lineHeight, thickness: 8 },
      })
    : []
  return [...title.marksAt(y), ...row]
}

/** Type, title and status, the description, then progress, due date and counts. */
function closeBody(node: CardNode, options: CardOptions): Mark[] {
  const { width, height } = NODE_SIZE[node.node_type]
  const { pad, padY, title: size, lineHeight, icon } = CARD_STYLE[node.node_type]
  const inner = height - 2 * padY
  const foot = footOf(node, options, { left: pad, right: width - pad })
  const footHeight = foot ? SMALL.lineHeight + ROW_GAP : 0
  const left = pad + icon + GAP
  const linesMax = Math.floor((inner - footHeight) / lineHeight)
  const title = placeTitle(node, options, { size, lineHeight, linesMax, left, right: width - pad, status: 15 })
  const titleHeight = title.lines * lineHeight
  const text = options.labels && node.node_type !== 'milestone' && node.description ? plainText(node.description) : ''
  const hasText = text !== '' && titleHeight + footHeight + ROW_GAP + SMALL.lineHeight <= inner
  const textHeight = hasText ? ROW_GAP + SMALL.lineHeight : 0
  const y = Math.round((height - titleHeight - textHeight - footHeight) / 2)
  const marks: Mark[] = [
    {
      ...{ kind: 'icon', part: 'type', icon: node.node_type, tone: 'muted' },
      ...{ x: pad, y: y + (lineHeight - icon) / 2, size: icon },
    },
    ...title.marksAt(y),
  ]
  if (hasText)
    marks.push({
      ...{ kind: 'text', part: 'description', x: pad, y: y + titleHeight + ROW_GAP },
      ...{ lines: textLines(text, [width - 2 * pad], (part) => options.measure(part, SMALL)), ...SMALL, tone: 'muted' },
    })
  return foot ? [...marks, ...foot(y + titleHeight + textHeight + ROW_GAP)] : marks
}

interface TitleRoom {
  size: number
  lineHeight: number
  linesMax: number
  left: number
  right: number
  /** Size of the status icon. */
  status: number
}

/** Breaks the title into lines. Only the first one makes room for the status. */
function placeTitle(node: CardNode, { measure }: CardOptions, room: TitleRoom) {
  const { size, lineHeight, left, right, status } = room
  const font = { size, weight: 500 }
  const width = right - left
  const count = Math.min(TITLE_LINES_MAX, Math.max(1, room.linesMax))
  const widths = [width - status - GAP, ...Array<number>(count - 1).fill(width)]
  const lines = textLines(titleOf(node), widths, (text) => measure(text, font))
  const marksAt = (y: number): Mark[] => [
    { kind: 'text', part: 'title', x: left, y, lines, ...font, lineHeight, tone: titleTone(node) },
    {
      ...{ kind: 'icon', part: 'status', icon: node.status, tone: STATUS_TONE[node.status] },
      ...{ x: right - status, y: y + (lineHeight - status) / 2, size: status },
    },
  ]
  return { lines: lines.length, marksAt }
}

const isBranchType = ({ node_type }: CardNode): boolean => node_type === 'root' || node_type === 'phase'

const hasProgressBar = ({ metadata, node_type }: CardNode, { progress }: CardOptions): boolean =>
  progress && metadata.child_count > 0 && node_type !== 'milestone'

const countText = ({ child_count, completed_child_count }: CardNode['metadata']): string =>
  `${formatNumber(completed_child_count)}/${formatNumber(child_count)}`

interface Row {
  font: Font & { lineHeight: number }
  left: number
  right: number
  y: number
  /** Of the bar. */
  thickness: number
}

/** A bar and the count of completed children at its right. */
function progressRow(node: CardNode, { measure }: CardOptions, { font, left, right, y, thickness }: Row): Mark[] {
  const text = countText(node.metadata)
  const { child_count, completed_child_count } = node.metadata
  const progress = nodeProgress(node.status, child_count, completed_child_count)
  const textX = right - measure(text, font)
  const bar = { x: left, y: y + (font.lineHeight - thickness) / 2, height: thickness, radius: thickness / 2 }
  const width = Math.max(0, textX - GAP - left)
  const common = { kind: 'box', stroke: null, ...bar } as const
  return [
    { ...common, part: 'track', width, fill: 'pressed' },
    { ...common, part: 'progress', width: (width * progress) / 100, fill: progress === 100 ? 'done-fill' : 'accent' },
    { kind: 'text', part: 'count', x: textX, y, lines: [text], ...font, tone: 'muted' },
  ]
}

/** The last row of a close card; undefined if it has nothing to say. */
function footOf(node: CardNode, options: CardOptions, { left, right }: { left: number; right: number }) {
  const hasBar = hasProgressBar(node, options)
  const { measure, labels, now } = options
  const counts = [
    { part: 'comments', count: node.comment_count },
    { part: 'files', count: node.artifact_count },
  ] as const
  const showsDue = node.due_date !== null && node.node_type !== 'milestone'
  const hasBadges = labels && (showsDue || counts.some(({ count }) => count > 0))
  if (!hasBar && !hasBadges) return undefined
  return (y: number): Mark[] => {
    const marks: Mark[] = []
    let end = right
    const write = (part: Part, text: string, { tone, weight }: { tone: Tone; weight: number }) => {
      const font = { ...SMALL, weight }
      end -= measure(text, font)
      marks.push({ kind: 'text', part, x: end, y, lines: [text], ...font, tone })
    }
    if (hasBadges) {
      for (const { part, count } of counts.toReversed()) {
        if (count === 0) continue
        write(part, formatNumber(count), { tone: 'muted', weight: 400 })
        end -= ROW_GAP + SMALL.size
        marks.push({ kind: 'icon', part, icon: part, x: end, y: y + 2, size: SMALL.size, tone: 'muted' })
        end -= 10
      }
      if (showsDue && node.due_date !== null) {
        const isLate = isOverdue(node, now)
        write('due', dayLabel(node.due_date, now), isLate ? LATE : { tone: 'muted', weight: 400 })
        end -= 10
      }
    }
    if (hasBar) return [...progressRow(node, options, { font: SMALL, left, right: end, y, thickness: 4 }), ...marks]
    // Without a bar the row begins at the left.
    const shift = end + (marks.length > 0 ? 10 : 0) - left
    return marks.map((mark) => ({ ...mark, x: mark.x - shift }))
  }
}

const LATE = { tone: 'blocked-ink', weight: 500 } as const

const isOverdue = ({ due_date, status }: CardNode, now: Date | undefined): boolean =>
  due_date !== null && status !== 'completed' && daysUntil(due_date, now) < 0

const NOT_STUCK: Stuck = { blocked: 0, overdue: 0 }

/** The badges on the lower edge, the most important first. */
function badgesOf(node: CardNode, options: CardOptions, level: Level): BadgeContent[] {
  const { waitsFor, waiting } = options.waiting ?? NO_WAITING
  const isMiddle = level.name === 'middle'
  const badges: BadgeContent[] = []
  const isLate = isOverdue(node, options.now)
  const due = (): BadgeContent => ({
    part: 'due',
    text: dayLabel(node.due_date ?? '', options.now),
    ...(isLate
      ? { fill: 'blocked-soft', stroke: 'blocked-fill', tone: 'blocked-ink' }
      : { fill: 'surface', stroke: 'line-strong', tone: 'muted' }),
  })
  const { blocked, overdue } = options.stuck ?? NOT_STUCK
  if (blocked + overdue > 0)
    badges.push({
      part: 'stuck',
      text: blocked > 0 ? `${formatNumber(blocked)} blocked` : `${formatNumber(overdue)} overdue`,
      ...(blocked > 0
        ? { short: formatNumber(blocked), icon: 'blocked' as const }
        : { short: `${formatNumber(overdue)} late` }),
      ...{ fill: 'blocked-soft', stroke: 'blocked-fill', tone: 'blocked-ink' },
    })
  const showsDue = (isMiddle || node.node_type === 'milestone') && options.labels && node.due_date !== null
  if (showsDue && isLate) badges.push(due())
  if (waitsFor > 0)
    badges.push({
      ...{ part: 'waitsFor', text: `waits for ${formatNumber(waitsFor)}`, short: formatNumber(waitsFor) },
      label: `Waits for ${counted(waitsFor, 'unfinished node')}`,
      ...{ icon: 'waits', fill: 'sequence-soft', stroke: 'sequence-fill', tone: 'sequence-ink' },
    })
  if (waiting > 0)
    badges.push({
      ...{ part: 'waiting', text: `blocks ${formatNumber(waiting)}` },
      label: `${counted(waiting, 'unfinished node')} ${waiting === 1 ? 'waits' : 'wait'} for this one`,
      ...{ fill: 'surface', stroke: 'line-strong', tone: 'muted' },
    })
  if (showsDue && !isLate && node.status !== 'completed') badges.push(due())
  const names = options.assignees ?? []
  const [first, ...others] = names
  if (first !== undefined && options.labels)
    badges.push({
      ...{ part: 'assignee', text: initialsOf(names, 2) },
      // The first one alone says who it is about.
      ...(others.length > 0 ? { short: initialsOf(names, 1) } : {}),
      label: assignedTo(names),
      ...{ fill: 'accent-soft', stroke: 'accent-line', tone: 'accent-ink' },
    })
  if (isMiddle && hasProgressBar(node, options) && !isBranchType(node))
    badges.push({
      ...{ part: 'count', text: countText(node.metadata) },
      ...{ fill: 'surface', stroke: 'line-strong', tone: 'muted' },
    })
  return badges
}

/** Such as “AR, BO +3”. */
function initialsOf(names: readonly string[], count: number): string {
  const rest = names.length - count
  return names.slice(0, count).map(initials).join(', ') + (rest > 0 ? ` +${rest}` : '')
}
