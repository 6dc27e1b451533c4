import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeNode } from '../../../test/make.ts'
import { PALETTE } from '../../../test/recordingPen.ts'
import { many, task, treeOf } from '../../../test/visibleTree.ts'
import { describeCard } from '../cards/describeCard.ts'
import { measureText } from '../cards/measureText.ts'
import { dimmingOf } from '../dimming.ts'
import { extentsOf } from '../layout/extents.ts'
import type { Box } from '../layout/geometry.ts'
import { layOut } from '../layout/layout.ts'
import type { Painting } from '../paint/paint.ts'
import { bitmapZoom, type Outline, originIn, type Picture, PNG_SCALE, pictureSize } from './picture.ts'
import { printSheets, SHEET, sheetsOf } from './printSheets.ts'
import { SvgPen } from './SvgPen.ts'
import { svgOf } from './svgOf.ts'

const side = fc.integer({ min: 1, max: 400_000 })
const outline: fc.Arbitrary<Outline> = fc.record({
  extent: fc.record({ x: fc.constant(0), y: fc.constant(0), width: side, height: side }),
  note: fc.constant('Monday, November 23, 2026 · 30 nodes'),
  legend: fc.array(fc.record({ label: fc.string({ maxLength: 200 }), tone: fc.constant('muted' as const) }), {
    maxLength: 10,
  }),
})
const outlineOf = (width: number, height: number): Outline => ({
  extent: { x: 0, y: 0, width, height },
  note: '',
  legend: [],
})

// The test environment has no canvas; the pen needs one for measuring alone.
const measuring = { measureText: (text: string) => ({ width: text.length * 7 }) }
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(measuring as unknown as RenderingContext)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const left of document.querySelectorAll('.print-sheets')) left.remove()
})

const titleOf = (id: string) => `Node <${id}> & "more"`

function pictureOf(phases: number, tasks: number, more: Partial<Picture> & { dimming?: Painting['dimming'] } = {}) {
  const tree = treeOf([
    { type: 'root', children: many(phases, () => ({ type: 'phase', children: many(tasks, task) })) },
  ])
  const layout = layOut(tree, { viewport: { width: 1200, height: 800 }, kind: 'tidy' })
  const extents = extentsOf(layout, tree)
  const typeOf = (id: string) => (['root', 'phase', 'task'] as const)[id.split('.').length - 1] ?? 'task'
  const nodeOf = (id: string) => ({
    ...{ title: titleOf(id), node_type: typeOf(id), status: 'not_started' as const, progress: 0, selected: false },
    ...{ color: undefined, side: undefined },
  })
  const painting: Painting = {
    ...{ scene: { tree, layout, extents }, palette: PALETTE, path: null, edges: [], cards: new Set<string>() },
    ...{ tileBelow: 0, hasLabels: true, hasControls: false, dimming: more.dimming ?? null },
    isMarked: () => false,
    statsOf: () => undefined,
    nodeOf,
    lookOf: (id, level) =>
      describeCard(makeNode(nodeOf(id)), { labels: true, progress: true, measure: measureText }, level),
  }
  const extent = extents.get(null) ?? { x: 0, y: 0, width: 0, height: 0 }
  const picture: Picture = {
    ...{ title: 'Cross <the> glacier', note: 'November 23 · 3 nodes', extent, painting },
    ...{ legend: [{ label: 'Completed', tone: 'done-fill' }] },
    ...more,
  }
  return { picture, ids: [...layout.boxes.keys()] }
}

function write(picture: Picture): Document {
  const steps = svgOf(picture, 1, { x: 0, y: 0, ...pictureSize(picture, 1) })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return new DOMParser().parseFromString(step.value.svg, 'image/svg+xml')
}

/** The texts of an SVG as one, without spaces, because titles are broken into lines. */
const textOf = (root: ParentNode) =>
  [...root.querySelectorAll('text')].map(({ textContent }) => textContent.replace(/\s/g, '')).join('')
const timesIn = (text: string, part: string) => text.split(part.replace(/\s/g, '')).length - 1

const parse = (content: string) =>
  new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`, 'image/svg+xml')

const makePen = () => new SvgPen({ measureText: () => ({ width: 10 }) } as unknown as CanvasRenderingContext2D)

it('makes bitmaps that browsers can hold, at full size if possible', () => {
  fc.assert(
    fc.property(outline, (one) => {
      const { width, height } = pictureSize(one, bitmapZoom(one))
      expect(Math.max(width, height) * PNG_SCALE).toBeLessThanOrEqual(16_384)
      expect(width * height * PNG_SCALE ** 2).toBeLessThanOrEqual(64_000_000)
    }),
  )
  expect(bitmapZoom(outlineOf(3_000, 2_000))).toBe(1)
})

it('cuts a picture into sheets that cover all of it, at most 24', () => {
  fc.assert(
    fc.property(outline, (one) => {
      const { zoom, scale, parts } = sheetsOf(one, [])
      const { width, height } = pictureSize(one, zoom)
      expect(parts.length).toBeLessThanOrEqual(24)
      const covered = parts.reduce((sum, part) => sum + part.width * part.height, 0)
      expect(Math.abs(covered / (width * height) - 1)).toBeLessThan(1e-6)
      for (const part of parts) {
        expect(part.width * scale).toBeLessThanOrEqual(SHEET.width + 0.01)
        expect(part.height * scale).toBeLessThanOrEqual(SHEET.height + 0.01)
      }
      // Details are never smaller than they can be read.
      if (zoom === 1) expect(scale).toBeGreaterThanOrEqual(0.58)
      else expect(scale).toBe(1)
    }),
  )
  const small = sheetsOf(outlineOf(1_200, 800), [])
  expect([small.zoom, small.parts.length]).toEqual([1, 1])
  const wide = sheetsOf(outlineOf(4_000, 800), [])
  expect([wide.zoom, wide.scale, wide.parts.length]).toEqual([1, 0.58, 3])
})

it('cuts sheets between cards', () => {
  const { picture } = pictureOf(4, 12)
  const cards = [...picture.painting.scene.layout.boxes.values()]
  const { zoom, parts } = sheetsOf(picture, cards)
  const { x, y } = originIn(picture, zoom)
  const isWithin = (card: Box, part: Box) =>
    card.x * zoom + x >= part.x - 0.01 &&
    card.y * zoom + y >= part.y - 0.01 &&
    (card.x + card.width) * zoom + x <= part.x + part.width + 0.01 &&
    (card.y + card.height) * zoom + y <= part.y + part.height + 0.01
  expect(parts.length).toBeGreaterThan(2)
  expect(cards.filter((card) => !parts.some((part) => isWithin(card, part)))).toEqual([])
})

it('puts a legend that is too long for the picture into further rows', () => {
  const legend = Array.from({ length: 10 }, (_, index) => ({ label: `Person number ${index}`, tone: 'muted' as const }))
  const heightOf = (width: number, entries: typeof legend) =>
    pictureSize({ ...outlineOf(width, 500), legend: entries }, 1).height
  expect(heightOf(300, legend)).toBeGreaterThan(heightOf(300, []))
  expect(heightOf(5_000, legend)).toBe(heightOf(5_000, []))

  const { picture } = pictureOf(1, 1, { legend })
  const texts = [...write(picture).querySelectorAll('text')]
  const right = (text: Element) =>
    Number(text.getAttribute('x')) + measureText(text.textContent, { size: 13, weight: 400 })
  for (const { label } of legend) {
    const text = texts.find(({ textContent }) => textContent === label)
    expect(text && right(text)).toBeLessThanOrEqual(pictureSize(picture, 1).width)
  }
})

it('writes every shown node once as SVG, with the header', () => {
  const { picture, ids } = pictureOf(3, 30)
  const document = write(picture)
  const root = document.documentElement
  expect(document.querySelector('parsererror')).toBeNull()
  const { width, height } = pictureSize(picture, 1)
  expect([root.getAttribute('width'), root.getAttribute('height')]).toEqual([`${width}`, `${height}`])
  const text = textOf(root)
  for (const id of ids) expect([id, timesIn(text, `<${id}>`)]).toEqual([id, 1])
  for (const part of ['Cross <the> glacier', picture.note, 'Completed']) expect(timesIn(text, part)).toBe(1)
})

it('dims what does not match a filter', () => {
  const { picture } = pictureOf(1, 3)
  const { tree } = picture.painting.scene
  const dimming = dimmingOf({ ids: new Set(['0.0.1']), withAncestors: new Set(['0', '0.0', '0.0.1']) }, tree)
  const texts = [...write(pictureOf(1, 3, { dimming }).picture).querySelectorAll('text')]
  const opacityOf = (id: string) =>
    texts.find(({ textContent }) => textContent.includes(`<${id}>`))?.getAttribute('opacity')
  expect([opacityOf('0.0.1'), opacityOf('0.0.2')]).toEqual([null, '0.25'])
})

it('prints every node of a plan with thousands of them, and removes the sheets afterwards', async () => {
  const { picture } = pictureOf(40, 100)
  let printed: Element[] = []
  window.print = () => {
    printed = [...document.querySelectorAll('.print-sheets > .print-sheet')]
  }
  await printSheets(picture)
  const { parts } = sheetsOf(picture, [...picture.painting.scene.layout.boxes.values()])
  expect(printed.length).toBeGreaterThan(1)
  expect(printed.length).toBeLessThanOrEqual(parts.length)
  expect(printed[0]?.textContent).toContain('Cross <the> glacier')
  expect(printed.slice(1).every((sheet) => sheet.querySelectorAll('*').length > 2)).toBe(true)

  window.dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('.print-sheets')).toBeNull()
})

it('writes any text as text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const pen = makePen()
      pen.fillText(text, 1, 2)
      const document = parse(pen.content)
      expect(document.querySelector('parsererror')).toBeNull()
      expect(document.documentElement.children).toHaveLength(1)
    }),
  )
  const pen = makePen()
  pen.fillText('<script>alert("1 & 2")</script>', 1, 2)
  expect(parse(pen.content).querySelector('text')?.textContent).toBe('<script>alert("1 & 2")</script>')
})

it('applies scale and translation, and forgets them with what it saved', () => {
  const pen = makePen()
  pen.setTransform(2, 0, 0, 2, 10, 20)
  pen.save()
  pen.translate(5, 5)
  pen.fillStyle = 'red'
  pen.globalAlpha = 0.5
  pen.fillRect(1, 2, 3, 4)
  pen.restore()
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(1, 1)
  pen.stroke()

  const [rect, path] = parse(pen.content).documentElement.children
  const attributes = (names: string[]) => names.map((name) => rect?.getAttribute(name))
  expect(attributes(['x', 'y', 'width', 'height', 'fill', 'opacity'])).toEqual(['22', '34', '6', '8', 'red', '0.5'])
  expect(path?.getAttribute('d')).toBe('M10 20L12 22')
  expect(path?.getAttribute('stroke-width')).toBe('2')
  expect(path?.hasAttribute('opacity')).toBe(false)
})
