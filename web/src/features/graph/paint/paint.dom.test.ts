import { describe, expect, it } from 'vitest'
import { makeNode } from '../../../test/make.ts'
import { PALETTE, RecordingPen } from '../../../test/recordingPen.ts'
import { many, type Shape, task, treeOf } from '../../../test/visibleTree.ts'
import { describeCard } from '../cards/describeCard.ts'
import { measureText } from '../cards/measureText.ts'
import { dimmingOf } from '../dimming.ts'
import { routeEdges } from '../layout/edgeRoutes.ts'
import { extentsOf } from '../layout/extents.ts'
import { legendBox } from '../layout/fit.ts'
import type { Box } from '../layout/geometry.ts'
import { layOut } from '../layout/layout.ts'
import type { View } from '../view/view.ts'
import type { Level } from '../zoomLevels.ts'
import { type Painting, paint } from './paint.ts'
import type { PaintedNode } from './paintNode.ts'
import { labelsOf, paintLabels } from './paintRegions.ts'
import type { Scene } from './scene.ts'

const VIEWPORT = { width: 1200, height: 800 }

/** A root with three phases of four tasks each. */
const PLAN: Shape[] = [{ type: 'root', children: many(3, () => ({ type: 'phase', children: many(4, task) })) }]

function sceneOf(shapes: readonly Shape[]): Scene {
  const tree = treeOf(shapes)
  const layout = layOut(tree, { viewport: VIEWPORT, kind: 'tidy' })
  return { layout, tree, extents: extentsOf(layout, tree) }
}

const SCENE = sceneOf(PLAN)
const NO_CARDS: ReadonlySet<string> = new Set()
const ALL_CARDS: ReadonlySet<string> = new Set(SCENE.layout.boxes.keys())
const EVERYTHING = SCENE.extents.get(null) ?? { x: 0, y: 0, width: 0, height: 0 }
/** By level. */
const TYPES = ['root', 'phase', 'task'] as const
const NODE: PaintedNode = {
  title: 'A task',
  node_type: 'task',
  status: 'not_started',
  progress: 0,
  selected: false,
  color: undefined,
  side: undefined,
}

function draw({
  view,
  nodes = {},
  ratio = 1,
  ...painting
}: Partial<Omit<Painting, 'nodeOf' | 'lookOf'>> & {
  view: View
  nodes?: Record<string, Partial<PaintedNode>>
  ratio?: number
}) {
  const pen = new RecordingPen()
  const nodeOf = (id: string) => ({ ...NODE, node_type: TYPES[id.split('.').length - 1] ?? 'task', ...nodes[id] })
  const lookOf = (id: string, level: Level) =>
    describeCard(makeNode(nodeOf(id)), { labels: true, progress: true, measure: measureText }, level)
  const whole = {
    scene: SCENE,
    palette: PALETTE,
    dimming: null,
    path: null,
    edges: [],
    cards: NO_CARDS,
    tileBelow: 40,
    hasLabels: false,
    isMarked: () => false,
    statsOf: () => undefined,
    ...painting,
    nodeOf,
    lookOf,
  }
  const hasNodes = paint(pen.context, whole, view, ratio)
  return Object.assign(pen, { hasNodes })
}

/** A view of a region of the canvas. */
const over = (
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  zoom: number,
): View => ({
  ...{ x: -x * zoom, y: -y * zoom, zoom },
  ...{ width: width * zoom, height: height * zoom },
})
const all = (zoom: number) => over(EVERYTHING, zoom)
const boxOf = (id: string) => {
  const box = SCENE.layout.boxes.get(id)
  if (!box) throw new Error(`${id} has no place`)
  return box
}
const numbersOf = (id: string) => {
  const { x, y, width, height } = boxOf(id)
  return [x, y, width, height]
}

describe('the hierarchy', () => {
  it('is painted as lines only, if there are cards', () => {
    const pen = draw({ view: all(1), cards: ALL_CARDS })

    const [lines, ...rest] = pen.drawn.filter(({ points }) => points > 0)
    expect(lines).toMatchObject({ did: 'stroke', style: 'grey', dash: [] })
    expect(rest).toEqual([])
    expect(pen.drawn.some(({ boxes }) => boxes.length > 0)).toBe(false)
    expect(pen.hasNodes).toBe(false)
  })

  it('is not painted outside the view', () => {
    const points = (view: View) => draw({ view, cards: ALL_CARDS }).drawn.reduce((sum, one) => sum + one.points, 0)
    const beside = { ...EVERYTHING, x: EVERYTHING.x + EVERYTHING.width + 500 }

    expect(points(over(beside, 1))).toBe(0)
    expect(points(over(boxOf('0.0.0'), 1))).toBeLessThan(points(all(1)))
  })
})

describe('with a filter', () => {
  /** The opacity of the first box in each place. */
  const alphas = (pen: RecordingPen, ids: readonly string[]) =>
    ids.map((id) => pen.drawn.find(({ boxes }) => `${boxes[0]}` === `${numbersOf(id)}`)?.alpha)

  it('nodes that do not match are dimmed, ancestors of matches half, and matches stay', () => {
    const matches = { ids: new Set(['0.0.0']), withAncestors: new Set(['0', '0.0', '0.0.0']) }
    const dimming = dimmingOf(matches, SCENE.tree)
    for (const zoom of [0.3, 0.5, 1])
      expect(alphas(draw({ view: all(zoom), dimming }), ['0', '0.0', '0.0.0', '0.1'])).toEqual([0.6, 0.6, 1, 0.25])
    expect(alphas(draw({ view: all(1) }), ['0', '0.1'])).toEqual([1, 1])
  })

  it('a branch painted as one tile stays if there is a match in it', () => {
    const stats = { total: 1, byStatus: { not_started: 1, in_progress: 0, completed: 0, blocked: 0 }, overdue: 0 }
    const alphaOf = (withAncestors: ReadonlySet<string>) =>
      draw({
        view: all(0.3),
        tileBelow: 10_000,
        statsOf: () => stats,
        dimming: dimmingOf({ ids: new Set(), withAncestors }, SCENE.tree),
      }).drawn.find(({ did, style }) => did === 'fill' && style === 'idle')?.alpha
    expect(alphaOf(new Set(['0']))).toBe(0.4)
    expect(alphaOf(new Set())).toBe(0.1)
  })
})

describe('zoomed out', () => {
  it('paints every node in view as a box in its position, and no other node', () => {
    expect(draw({ view: all(0.3) }).filled('surface')).toHaveLength(16)

    const { x, y, width, height } = boxOf('0.1')
    const boxes = draw({ view: over({ x, y, width, height }, 0.3) }).filled('surface')
    expect(boxes).toContainEqual(numbersOf('0.1'))
    expect(boxes).not.toContainEqual(numbersOf('0.0.0'))
    expect(boxes).not.toContainEqual(numbersOf('0.2.3'))
  })

  it('paints nodes in the color of their status, and a ring around the selected one', () => {
    const nodes = { '0.0': { status: 'blocked', selected: true }, '0.1': { status: 'completed' } } as const
    const pen = draw({ view: all(0.3), nodes })

    expect(pen.filled('blocked-soft')).toEqual([numbersOf('0.0')])
    expect(pen.filled('done-soft')).toEqual([numbersOf('0.1')])
    const rings = pen.drawn.filter(({ did, style }) => did === 'stroke' && style === 'accent')
    expect(rings.map(({ boxes }) => boxes[0])).toEqual([numbersOf('0.0')])
  })

  it('paints titles while they are readable, cut to their box', () => {
    const nodes = { '0': { title: 'A title that is much longer than the box of a root on the canvas' } }
    const texts = (zoom: number) => draw({ view: all(zoom), nodes }).drawn.flatMap(({ text }) => text ?? [])

    expect(texts(0.35)[0]).toMatch(/^A title/)
    expect(texts(0.35)).toContain('A task')
    expect(texts(0.2)).toEqual([])
  })

  it('paints a branch below 40 px as one tile with the shares of its statuses, and nothing in it', () => {
    const zoom = 0.03
    const extent = SCENE.extents.get('0.0') ?? EVERYTHING
    expect(Math.max(extent.width, extent.height) * zoom).toBeLessThan(40)

    const byStatus = { not_started: 3, in_progress: 0, completed: 1, blocked: 0 }
    const pen = draw({ view: all(zoom), statsOf: () => ({ total: 4, byStatus, overdue: 0 }) })

    const { x, y, width, height } = extent
    expect(pen.filled('done')).toContainEqual([x, y, width / 4, height])
    expect(pen.filled('idle')).toContainEqual([x + width / 4, y, (width * 3) / 4, height])
    const insides = pen.drawn.flatMap(({ boxes }) => boxes).filter((box) => `${box}` === `${numbersOf('0.0.0')}`)
    expect(insides).toEqual([])
  })

  it('names branches in px of the viewport, over their frames, red where something is stuck', () => {
    const byStatus = { not_started: 2, in_progress: 0, completed: 1, blocked: 1 }
    const stats = { total: 4, byStatus, overdue: 0 }
    const isPhase = (id: string) => /^0\.\d$/.test(id)
    const pen = draw({
      view: all(0.3),
      hasLabels: true,
      statsOf: (id) =>
        isPhase(id) ? (id === '0.1' ? stats : { ...stats, byStatus: { ...byStatus, blocked: 0 } }) : undefined,
      nodes: { '0.0': { title: 'Prepare' }, '0.1': { title: 'Walk' }, '0.2': { title: 'Rest' } },
    })

    expect(pen.transform).toEqual([1, 0, 0, 1, 0, 0])
    expect(pen.drawn.flatMap(({ text }) => text ?? [])).toEqual(
      expect.arrayContaining(['Prepare', 'Walk', 'Rest', '1/4', '1 blocked']),
    )
    const red = pen.drawn.filter(({ style, boxes }) => style === 'blocked' && boxes.length > 0)
    // The edge of the name, and a part of its bar.
    expect(red.map(({ did }) => did)).toEqual(['fill', 'fill'])
  })

  it('paints a node that is too low for a frame as a visible bar', () => {
    const zoom = 0.01
    const pen = draw({ view: all(zoom), tileBelow: 0, nodes: { '0.2.0': { status: 'in_progress' } } })

    const [bar] = pen.filled('progress')
    expect(bar?.slice(0, 2)).toEqual(numbersOf('0.2.0').slice(0, 2))
    expect((bar?.[3] ?? 0) * zoom).toBeGreaterThanOrEqual(1.5)
  })
})

describe('zoomed in', () => {
  it('paints nodes without a card in their position, with title and status', () => {
    const cards = new Set([...ALL_CARDS].filter((id) => id !== '0.1.2'))
    const pen = draw({ view: all(1), cards, nodes: { '0.1.2': { title: 'Late', status: 'blocked' } } })

    expect(pen.hasNodes).toBe(true)
    expect(pen.filled('surface')).toEqual([numbersOf('0.1.2')])
    expect(pen.drawn.flatMap(({ text }) => text ?? [])).toEqual(['Late'])
    expect(pen.drawn.filter(({ did, style }) => did === 'stroke' && style === 'blocked-fill')).toHaveLength(2)
  })

  it('paints titles as large as those of cards, and fewer details when zoomed out', () => {
    const sizes = (zoom: number) => [
      ...new Set(draw({ view: all(zoom) }).drawn.flatMap(({ text, font }) => (text ? [font.split(' ')[1]] : []))),
    ]
    expect(sizes(1)).toEqual(['20px', '18px', '16px'])
    expect(sizes(0.5)).toEqual(['22px'])
    expect(sizes(0.35)).toEqual(['32px'])
  })
})

describe('edges', () => {
  const edges = (['dependency', 'reference', 'sequence'] as const).map((kind, index) => ({
    ...{ id: kind, source_id: `0.0.${index}`, target_id: '0.2.3' },
    kind,
  }))
  const routed = [...routeEdges(edges, SCENE.layout).values()]
  const lines = (pen: RecordingPen) =>
    pen.drawn
      .filter(({ did, style, points }) => did === 'stroke' && points > 0 && style !== 'grey')
      .map(({ style, dash }) => [style, dash.length > 0])

  it('have the color of their kind, and are dashed, dotted or solid', () => {
    expect(lines(draw({ view: all(0.5), edges: routed }))).toEqual([
      ['amber', false],
      ['green', true],
      ['blue', true],
    ])
  })

  it('have arrows when zoomed in, like the edge elements', () => {
    const arrows = draw({ view: all(1), edges: routed, cards: ALL_CARDS })
      .drawn.filter(({ did, boxes }) => did === 'fill' && boxes.length === 0)
      .map(({ style }) => style)
    expect(arrows).toEqual(['amber', 'green', 'blue'])
  })

  it('are left out when zoomed far out or when they are many, except those of a marked node', () => {
    expect(lines(draw({ view: all(0.3), edges: routed }))).toHaveLength(3)
    expect(lines(draw({ view: all(0.1), edges: routed }))).toEqual([])
    const many = Array.from({ length: 21 }, () => routed).flat()
    expect(lines(draw({ view: all(0.3), edges: many }))).toEqual([])
    const isMarked = (id: string) => id === '0.0.1'
    expect(lines(draw({ view: all(0.1), edges: routed, isMarked }))).toEqual([['green', true]])
  })

  it('on the shown path have the color of their side, at every zoom', () => {
    const sideOfEdge = ({ kind }: { kind: string }) => (kind === 'dependency' ? ('before' as const) : undefined)
    const path = { node: () => 1, branch: () => 1, sideOf: () => undefined, sideOfEdge }
    expect(lines(draw({ view: all(0.3), edges: routed, path }))).toEqual([['path-before', true]])
  })

  it('are not painted if there are none, or outside the view', () => {
    expect(lines(draw({ view: all(0.5) }))).toEqual([])
    const above = { ...EVERYTHING, y: EVERYTHING.y - 2 * EVERYTHING.height }
    expect(lines(draw({ view: over(above, 0.5), edges: routed }))).toEqual([])
  })
})

it('paints in device pixels', () => {
  const pen = draw({ view: { x: 10, y: 20, zoom: 0.5, width: 800, height: 600 }, ratio: 2 })

  expect(pen.transform).toEqual([1, 0, 0, 1, 20, 40])
  expect(pen.cleared).toBe(1)
})

it('puts names where the minimap would be, unless it is needed', () => {
  const view = { x: 0, y: 0, zoom: 0.1, ...VIEWPORT }
  const corner = { x: (view.width - 200) * 10, y: (view.height - 150) * 10, width: 1900, height: 400 }
  const extent = { ...corner, height: 800 }
  const regions = [{ id: 'phase', level: 1, card: corner, extent }]
  const source = { palette: PALETTE, dimming: null, statsOf: () => undefined, nodeOf: () => NODE }
  const named = (whole: Box) => labelsOf(new RecordingPen().context, regions, { ...source, extent: whole }, view).length
  expect(named({ x: 0, y: 0, width: view.width * 10, height: view.height * 10 })).toBe(1)
  expect(named({ x: -100, y: 0, width: view.width * 10, height: view.height * 10 })).toBe(0)
})

it('keeps the names of branches out from under an open legend', () => {
  const view = { x: 0, y: 0, zoom: 0.1, ...VIEWPORT }
  const legend = { width: 200, height: 300 }
  const covered = legendBox(legend, view)
  const card = { x: covered.x * 10, y: covered.y * 10, width: 2800, height: 400 }
  const regions = [{ id: 'phase', level: 1, card, extent: { ...card, height: 2000 } }]
  const source = { palette: PALETTE, dimming: null, statsOf: () => undefined, nodeOf: () => NODE }
  const boxes = (open: typeof legend | null) =>
    labelsOf(new RecordingPen().context, regions, { ...source, legend: open }, view).map(({ box }) => box)

  expect(boxes(null)[0]?.x).toBeLessThan(covered.x + covered.width)
  for (const box of boxes(legend))
    expect(box.x >= covered.x + covered.width || box.y + box.height <= covered.y).toBe(true)
})

it('says under the name of a branch what is stuck, in fewer signs where there is less room', () => {
  const byStatus = { not_started: 41, in_progress: 0, completed: 41, blocked: 18 }
  const stuckIn = (width: number, blocked: number) => {
    const stats = { total: 100, byStatus: { ...byStatus, blocked }, overdue: 7 }
    const style = { size: 11, statsSize: 10, lineHeight: 13, padX: 4, padY: 3, statsHeight: 12, widthMin: 46 }
    const pen = new RecordingPen()
    const label = { id: 'phase', box: { x: 0, y: 0, width, height: 40 }, lines: ['Walk'], style }
    const source = { palette: PALETTE, dimming: null, statsOf: () => stats, nodeOf: () => NODE }
    paintLabels(pen.context, [label], source, 1)
    return pen.drawn.flatMap(({ text }) => text ?? []).slice(2)
  }
  expect([200, 90, 60].map((width) => stuckIn(width, 18))).toEqual([['18 blocked'], ['18'], []])
  expect([200, 100, 60].map((width) => stuckIn(width, 0))).toEqual([['7 overdue'], ['7 late'], []])
})
