// Cards are drawn with elements and on the canvas. Both must look the same, because one replaces the other.
import { NODE_STATUSES, NODE_TYPES } from '@cairn/contract/api/nodes'
import { describe, expect, it, vi } from 'vitest'
import { PlanNodes } from '../../../data/nodeStore.ts'
import { makeEdge, makeNode } from '../../../test/make.ts'
import { PALETTE, RecordingPen } from '../../../test/recordingPen.ts'
import { openPart } from '../../../test/render.tsx'
import { assigneeColoring, dueColoring, STATUS_COLORING, toneOf } from '../coloring.ts'
import { GraphContext, type GraphTools } from '../GraphContext.ts'
import { type Box, NODE_SIZE } from '../layout/geometry.ts'
import { baselineOf, paintMarks } from '../paint/paintCard.ts'
import { dependenciesOf, waitingOf } from '../waiting.ts'
import { LEVELS, type Level } from '../zoomLevels.ts'
import { type CardDescription, describeCard } from './describeCard.ts'
import { fontOf, measureText } from './measureText.ts'
import { NodeCard } from './NodeCard.tsx'
import type { Tone } from './tones.ts'

const NOW = new Date('2026-03-10T12:00:00')
const BEFORE = makeNode({ status: 'in_progress' })
const AFTER = makeNode()
const CARD_LEVELS = LEVELS.filter(({ name }) => name !== 'far')

/** Everything that a card may say. */
const full = (node: Parameters<typeof makeNode>[0]) =>
  makeNode({
    title: 'Prototype the sign-up flow for new teams and their partners',
    description: 'Try **three** variants with five people each, and write down where they stop.',
    due_date: '2026-03-09',
    comment_count: 3,
    artifact_count: 2,
    metadata: { child_count: 4, completed_child_count: 1 },
    ...node,
  })
const bare = (node: Parameters<typeof makeNode>[0]) => makeNode({ title: 'Pack', ...node })

const COLORINGS = [STATUS_COLORING, assigneeColoring([{ id: 'ana', name: 'Ana Ruiz' }], () => true), dueColoring(NOW)]

type Node = ReturnType<typeof makeNode>

function describeNode(node: Node, level: Level, folded: number, tone?: Tone): CardDescription {
  const edges = [
    makeEdge({ source_id: BEFORE.id, target_id: node.id }),
    makeEdge({ source_id: node.id, target_id: AFTER.id }),
  ]
  const statusOf = (id: string) => [node, BEFORE, AFTER].find((other) => other.id === id)?.status
  const waiting = waitingOf(dependenciesOf(edges), statusOf, node.id)
  const options = {
    labels: true,
    progress: true,
    waiting,
    assignees: ['Ana Ruiz', 'Ben Ode', 'Cem Ak', 'Dee Oh', 'Eva Li'],
    folded,
    stuck: { blocked: folded, overdue: 2 },
    now: NOW,
    tone,
  }
  return describeCard(node, { ...options, measure: measureText }, level)
}

interface Seen {
  texts: { text: string; left: number; top: number; font: string; tone: string }[]
  boxes: { box: number[]; fill: string | null; stroke: string | null }[]
  icons: { box: number[]; tone: string }[]
}

/** What the canvas shows: lines of text by their line boxes, boxes without the position of their borders. */
function painted({ marks }: CardDescription): Seen {
  const pen = new RecordingPen()
  paintMarks(pen.context, marks, { x: 0, y: 0 }, PALETTE.tones)
  const texts = pen.drawn.flatMap(({ text, at: [left, baseline] = [0, 0], font, style }) => {
    if (text === undefined) return []
    const mark = marks.find((one) => one.kind === 'text' && one.lines.includes(text) && one.x === left)
    const top = baseline - (mark?.kind === 'text' ? baselineOf(mark) : 0)
    return [{ text, left, top, font, tone: style }]
  })
  const boxes: Seen['boxes'] = []
  for (const { did, style, boxes: drawn, path, text } of pen.drawn) {
    const [box] = drawn
    if (!box || path !== undefined || text !== undefined) continue
    const [x = 0, y = 0, width = 0, height = 0] = box
    const before = boxes.at(-1)
    if (did === 'fill') boxes.push({ box, fill: style, stroke: null })
    else if (before) {
      expect(before.box).toEqual([x - 0.5, y - 0.5, width + 1, height + 1])
      before.stroke = style
    }
  }
  const icons = pen.drawn.flatMap(({ path, boxes: [box = []], style }) => (path ? [{ box, tone: style }] : []))
  return { texts, boxes, icons }
}

const px = (value: string | undefined): number => (value ? Number.parseFloat(value) : 0)
const toneIn = (color: string): string | null => /var\(--([\w-]+)\)/.exec(color)?.[1] ?? null
const boxOf = ({ left, top, width, height }: CSSStyleDeclaration) => [px(left), px(top), px(width), px(height)]

/** What the elements show. */
function mounted(container: HTMLElement): Seen {
  const seen: Seen = { texts: [], boxes: [], icons: [] }
  for (const element of container.querySelectorAll<HTMLElement>('article > [data-mark]')) {
    const { style } = element
    const svg = element.querySelector('svg')
    const tone = toneIn(style.color) ?? ''
    if (svg && element.dataset.mark !== 'fold') {
      const size = Number(svg.getAttribute('width'))
      const inset = (px(style.width) - size) / 2
      seen.icons.push({ box: [px(style.left) + inset, px(style.top) + inset, size, size], tone })
    } else if (style.fontSize && element.dataset.mark !== 'fold') {
      const font = fontOf({ size: px(style.fontSize), weight: Number(style.fontWeight) })
      for (const [index, text] of (element.textContent ?? '').split('\n').entries()) {
        const top = px(style.top) + index * px(style.lineHeight)
        seen.texts.push({ text, left: px(style.left), top, font, tone })
      }
    } else if (element.dataset.mark !== 'fold') {
      const stroke = toneIn(style.border || style.borderColor)
      seen.boxes.push({ box: boxOf(style), fill: toneIn(style.background), stroke })
    }
  }
  return seen
}

function mount(node: Node, description: CardDescription, isOpen: boolean): HTMLElement {
  const nodes = new PlanNodes()
  nodes.load([node], { revision: 1, epoch: 'first' })
  const nothing = () => undefined
  const tools: GraphTools = {
    nodes,
    tree: { count: 1, childrenOf: () => (isOpen ? ['child'] : []), sizeOf: () => NODE_SIZE[node.node_type] },
    level: description.level,
    looks: {
      of: () => description,
      waitingOf: () => ({ waitsFor: 0, waiting: 0 }),
      stuckIn: () => ({ blocked: 0, overdue: 0 }),
      countBelow: () => 1234,
    },
    watches: new Map(),
    canEdit: true,
    direction: 'down',
    setOpen: nothing,
    onAddChild: nothing,
    renamingId: null,
    onRename: nothing,
    onRenamed: nothing,
    onStatus: nothing,
    onStatusMenu: nothing,
    focus: { arrived: nothing, left: nothing } as unknown as GraphTools['focus'],
  }
  const { container } = openPart(
    <GraphContext value={tools}>
      <NodeCard id={node.id} selected={false} />
    </GraphContext>,
  )
  return container
}

const rounded = (seen: Seen): Seen => {
  const round = (box: number[]) => box.map((value) => Math.round(value * 100) / 100)
  return {
    texts: seen.texts.map((text) => ({ ...text, left: Math.round(text.left * 100) / 100 })),
    boxes: seen.boxes.map((one) => ({ ...one, box: round(one.box) })),
    icons: seen.icons.map((one) => ({ ...one, box: round(one.box) })),
  }
}

const CASES = CARD_LEVELS.flatMap((level) =>
  NODE_TYPES.map((type) => ({ level, type, name: level.name, title: level.title })),
)

describe.each(CASES)('a $type, $name with titles of $title px', ({ level, type }) => {
  it.each(NODE_STATUSES)('looks the same from both pens when %s', (status) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    for (const node of [full({ node_type: type, status }), bare({ node_type: type, status })]) {
      const description = describeNode(node, level, 0)
      const canvas = painted(description)
      const elements = mounted(mount(node, description, true))
      expect(rounded(elements)).toEqual(rounded(canvas))
      expect(canvas.texts.length).toBeGreaterThan(0)
    }
  })

  it.each(COLORINGS)('looks the same from both pens when colored by $by', (coloring) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const plain = full({ node_type: type })
    const cases = [plain, bare({ node_type: type }), { ...plain, assignees: ['ana'] }, { ...plain, due_date: null }]
    for (const node of cases) {
      const tone = toneOf(coloring, node)
      const description = describeNode(node, level, 0, tone)
      const canvas = painted(description)
      expect(rounded(mounted(mount(node, description, true)))).toEqual(rounded(canvas))
      const colors = canvas.boxes.flatMap(({ fill, stroke }) => [fill, stroke])
      if (tone && tone !== 'idle-fill') expect(colors).toContain(tone)
    }
  })

  it('shows the count of a collapsed branch in the same place', () => {
    const node = full({ node_type: type })
    const description = describeNode(node, level, 1234)
    const button = mount(node, description, false).querySelector<HTMLElement>('[data-mark=fold]')
    const marks = description.marks.filter(({ part }) => part === 'fold')
    const [box, text] = marks
    if (!button || box?.kind !== 'box' || text?.kind !== 'text') throw new Error('no count')

    expect(button.textContent).toBe(text.lines[0])
    const { left, bottom, width, height } = button.style
    const size = NODE_SIZE[type]
    expect([px(left), size.height - px(bottom) - px(height), px(width), px(height)]).toEqual([
      ...[box.x, box.y],
      ...[box.width, box.height],
    ])
    expect(fontOf({ size: px(button.style.fontSize), weight: Number(button.style.fontWeight) })).toBe(fontOf(text))
  })

  it('keeps every mark in its box, except for badges on the lower edge', () => {
    const { width, height } = NODE_SIZE[type]
    for (const node of [full({ node_type: type }), bare({ node_type: type })])
      for (const folded of [0, 1234])
        for (const mark of describeNode(node, level, folded).marks) {
          const box = extentOf(mark)
          expect(box.x).toBeGreaterThanOrEqual(0)
          expect(box.x + box.width).toBeLessThanOrEqual(width)
          expect(box.y).toBeGreaterThanOrEqual(0)
          expect(box.y + box.height).toBeLessThanOrEqual(height + 24)
        }
  })
})

function extentOf(mark: CardDescription['marks'][number]): Box {
  if (mark.kind === 'box') return mark
  if (mark.kind === 'icon') return { ...mark, width: mark.size, height: mark.size }
  const width = Math.max(...mark.lines.map((line) => measureText(line, mark)))
  return { x: mark.x, y: mark.y, width, height: mark.lines.length * mark.lineHeight }
}
