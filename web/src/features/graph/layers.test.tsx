// Tests the layers of the graph with a viewport that the tests move.
import { act, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type NodeChange, PlanNodes } from '../../data/nodeStore.ts'
import { RemoteChanges, RemoteChangesContext } from '../../data/remoteChanges.ts'
import { ME, makeEvent, makeId, makeTree } from '../../test/make.ts'
import { PALETTE, RecordingPen } from '../../test/recordingPen.ts'
import { openPart } from '../../test/render.tsx'
import { type Box, NODE_SIZE, type VisibleTree } from './layout/geometry.ts'
import { CanvasLayer } from './paint/CanvasLayer.tsx'
import { Minimap } from './paint/Minimap.tsx'
import { PaintedChanges } from './paint/PaintedChanges.tsx'
import type { Painting } from './paint/paint.ts'
import { ViewContext } from './view/ViewContext.ts'
import { regionOf } from './view/view.ts'
import { ViewStore } from './view/viewStore.ts'

const TREE = makeTree('Trip\n  Pack\n  Walk')
const [TRIP, PACK, WALK] = [TREE.Trip?.id ?? '', TREE.Pack?.id ?? '', TREE.Walk?.id ?? '']
/** 1,000 by 500. */
const BOXES = new Map<string, Box>([
  [TRIP, { x: 380, y: 0, ...NODE_SIZE.task }],
  [PACK, { x: 0, y: 420, ...NODE_SIZE.task }],
  [WALK, { x: 760, y: 420, ...NODE_SIZE.task }],
])
const ALL: ReadonlySet<string> = new Set(BOXES.keys())
const NONE: ReadonlySet<string> = new Set()
const EXTENT = { x: 0, y: 0, width: 1000, height: 500 }
const tree: VisibleTree = {
  count: 3,
  childrenOf: (id) => (id === null ? [TRIP] : id === TRIP ? [PACK, WALK] : []),
  sizeOf: () => NODE_SIZE.task,
}

let pen: RecordingPen
beforeEach(() => {
  pen = new RecordingPen()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => pen.context as never)
})

function paintingOf(nodes: PlanNodes, cards: Painting['cards']): Painting {
  return {
    scene: {
      layout: {
        kind: 'tidy',
        direction: 'down',
        boxes: BOXES,
        parents: new Map(),
        hanging: new Set(),
        left: new Map(),
      },
      tree,
      extents: new Map([
        [null, EXTENT],
        [TRIP, EXTENT],
      ]),
    },
    palette: PALETTE,
    dimming: null,
    path: null,
    edges: [],
    isMarked: () => false,
    hasLabels: true,
    statsOf: () => undefined,
    cards,
    tileBelow: 40,
    lookOf: () => undefined,
    nodeOf: (id) => {
      const node = nodes.get(id)
      return (
        node && {
          title: node.title,
          node_type: node.node_type,
          status: node.status,
          progress: 0,
          selected: false,
          color: undefined,
          side: undefined,
        }
      )
    },
  }
}

function open(Layer: ComponentType<{ painting: Painting; nodes: PlanNodes }>, { cards = ALL } = {}) {
  const changes = new RemoteChanges()
  const nodes = new PlanNodes()
  nodes.load(Object.values(TREE), { revision: 1, epoch: 'first' })
  const view = new ViewStore()
  view.resize({ width: 1000, height: 500 })
  const { container } = openPart(
    <ViewContext value={view}>
      <RemoteChangesContext value={changes}>
        <Layer painting={paintingOf(nodes, cards)} nodes={nodes} />
      </RemoteChangesContext>
    </ViewContext>,
  )
  const finish = (nodeId: string) => {
    const after = { status: 'completed', version: 2, updated_at: '2026-03-05T10:00:00.000Z' } as const
    const change: NodeChange = {
      kind: 'node.status_changed',
      node_id: nodeId,
      data: { before: { status: 'not_started' }, after },
    }
    act(() => void nodes.applyOptimistic(change))
  }
  const look = (x: number, y: number, zoom: number) => act(() => view.moveTo({ x, y, zoom }))
  return { container, changes, finish, look }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

describe('the canvas layer', () => {
  it('follows the viewport, once per frame', async () => {
    const { look } = open(CanvasLayer)
    const before = pen.cleared

    look(-100, -50, 0.5)
    look(-200, -50, 0.5)
    await frame()

    expect(pen.cleared).toBe(before + 1)
    expect(pen.transform).toEqual([0.5, 0, 0, 0.5, -200, -50])
  })

  it('repaints after a node change only if it has painted nodes', async () => {
    const near = open(CanvasLayer)
    near.look(0, 0, 1)
    await frame()
    const before = pen.cleared
    near.finish(PACK)
    await frame()
    expect(pen.cleared).toBe(before)

    const far = open(CanvasLayer, { cards: NONE })
    far.look(0, 0, 0.3)
    await frame()
    far.finish(PACK)
    await waitFor(() => expect(pen.filled('surface')).toHaveLength(3))
  })
})

describe('marks of changes', () => {
  const changed = (node_id: string) =>
    makeEvent(
      'node.updated',
      { before: {}, after: { version: 2, updated_at: '' } },
      { revision: 2, node_id, actor: { id: makeId(), name: 'Ben Okafor' } },
    )

  it('are shown at a node without a card, with the name', () => {
    const { changes, look } = open(PaintedChanges, { cards: new Set([WALK]) })
    look(10, 20, 0.1)
    act(() => changes.add([changed(PACK), changed(WALK)], ME))

    const mark = screen.getByText('Ben Okafor').closest<HTMLElement>('[style]')
    const { left, width } = mark?.style ?? {}
    expect([left, width]).toEqual(['10px', `${NODE_SIZE.task.width * 0.1}px`])
  })

  it('can be seen at the smallest node', () => {
    const { changes, look } = open(PaintedChanges, { cards: NONE })
    look(0, 0, 0.01)
    act(() => changes.add([changed(PACK)], ME))

    const mark = screen.getByText('Ben Okafor').closest<HTMLElement>('[style]')
    const { width, height } = mark?.style ?? {}
    expect([width, height]).toEqual(['16px', '16px'])
  })

  it('are not shown for a bulk change', () => {
    const { changes, container } = open(PaintedChanges, { cards: NONE })
    act(() => changes.addUndone([...BOXES.keys(), ...Array.from({ length: 50 }, () => makeId())], 2))

    expect(container.querySelector('[data-changed-by]')).toBeNull()
  })
})

describe('the minimap', () => {
  const frameOf = (container: HTMLElement) => {
    const { left, top, width, height } = container.querySelector<HTMLElement>('canvas + div')?.style ?? {}
    return [left, top, width, height].map((px) => Number.parseFloat(px ?? ''))
  }

  it('shows every node, regardless of the viewport', async () => {
    const { look } = open(Minimap, { cards: NONE })
    look(-5000, -5000, 1)
    await frame()

    expect(pen.filled('surface')).toHaveLength(3)
  })

  it('is hidden while the viewport shows the whole plan', () => {
    const { container, look } = open(Minimap, { cards: NONE })
    const isUnneeded = () => container.querySelector('[data-unneeded]') !== null

    look(0, 0, 1)
    expect(isUnneeded()).toBe(true)
    look(-1, 0, 1)
    expect(isUnneeded()).toBe(false)
    look(100, 50, 0.5)
    expect(isUnneeded()).toBe(true)
  })

  it('shows a frame around the viewport', () => {
    const { container, look } = open(Minimap, { cards: NONE })
    // 1,000 by 500 in 184 by 134 px: at 0.184, in the middle of 200 by 150.
    look(0, 0, 1)
    expect(frameOf(container)).toEqual([8, 29, 184, 92])

    look(-200, -100, 2)
    const { x, y, width, height } = regionOf({ x: -200, y: -100, zoom: 2, width: 1000, height: 500 })
    expect([x, y, width, height]).toEqual([100, 50, 500, 250])
    expect(frameOf(container)).toEqual([100 * 0.184 + 8, 50 * 0.184 + 29, 92, 46].map((px) => expect.closeTo(px)))
  })
})
