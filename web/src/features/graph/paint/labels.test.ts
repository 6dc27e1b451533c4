import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LabelCandidate, placeLabels, wrap } from './labels.ts'

const VIEWPORT = { width: 1080, height: 750 }
const measure = (text: string): number => text.length * 7

const candidate = fc
  .record({
    x: fc.integer({ min: -300, max: 1200 }),
    y: fc.integer({ min: -300, max: 900 }),
    width: fc.integer({ min: 4, max: 900 }),
    height: fc.integer({ min: 4, max: 700 }),
    level: fc.integer({ min: 0, max: 3 }),
    title: fc.lorem({ maxCount: 8 }),
  })
  .map(({ x, y, width, height, level, title }): LabelCandidate => {
    const card = { x: x + width / 3, y, width: width / 3, height: Math.min(height, 30) }
    return { id: '', title, stats: '', level, card, region: { x, y, width, height } }
  })
const candidates = fc
  .array(candidate, { maxLength: 60 })
  .map((all) => all.map((one, index) => ({ ...one, id: String(index) })))

it('never puts one name over another, or outside of the viewport', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const labels = placeLabels(all, VIEWPORT, measure)
      for (const [index, { box }] of labels.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(VIEWPORT.width + 1e-6)
        expect(box.y + box.height).toBeLessThanOrEqual(VIEWPORT.height + 1e-6)
        for (const { box: other } of labels.slice(index + 1)) {
          const apart =
            box.x + box.width <= other.x ||
            other.x + other.width <= box.x ||
            box.y + box.height <= other.y ||
            other.y + other.height <= box.y
          expect(apart).toBe(true)
        }
      }
    }),
  )
})

it('names every branch of the first level that has a region of a tenth of the viewport to itself', () => {
  const all = Array.from({ length: 20 }, (_, index): LabelCandidate => {
    const region = { x: (index % 5) * 216, y: Math.floor(index / 5) * 187, width: 200, height: 170 }
    const card = { x: region.x + 60, y: region.y, width: 80, height: 34 }
    return {
      id: String(index),
      title: `Phase ${index} of the plan`,
      stats: '140/399 18 blocked',
      level: 1,
      card,
      region,
    }
  })
  expect(
    placeLabels(all, VIEWPORT, measure)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(all.map(({ id }) => id).sort())
})

it('keeps names out from under the controls', () => {
  const region = { x: 700, y: 500, width: 300, height: 240 }
  const card = { x: 800, y: 620, width: 60, height: 30 }
  const control = { x: 600, y: 560, width: 480, height: 190 }
  const [label] = placeLabels([{ id: 'a', title: 'Phase', stats: '', level: 1, card, region }], VIEWPORT, measure, [
    control,
  ])
  expect(label === undefined || label.box.y + label.box.height <= control.y).toBe(true)
})

it('prefers names of higher branches', () => {
  const region = { x: 0, y: 0, width: 100, height: 45 }
  const card = { x: 0, y: 0, width: 100, height: 20 }
  const both = [
    { id: 'child', title: 'Child', stats: '', level: 2, card, region },
    { id: 'parent', title: 'Parent', stats: '', level: 1, card, region },
  ]
  expect(placeLabels(both, VIEWPORT, measure).map(({ id }) => id)).toEqual(['parent'])
})

it('moves a name to the other side of its region, if another is in the way', () => {
  const row = { x: 0, y: 0, width: 400, height: 60 }
  const card = { x: 0, y: 0, width: 60, height: 60 }
  const both = ['first', 'second'].map((id, level) => ({ id, title: id, stats: '', level, card, region: row }))
  expect(placeLabels(both, VIEWPORT, measure).map(({ id }) => id)).toEqual(['first', 'second'])
})

it('names every branch of a column of low regions, each on one line', () => {
  const all = Array.from({ length: 8 }, (_, index): LabelCandidate => {
    const region = { x: 40, y: 40 + index * 37, width: 70, height: 30 }
    return { id: String(index), title: `Mobile app ${index}`, stats: '140/399', level: 1, card: region, region }
  })
  const labels = placeLabels(all, VIEWPORT, measure)
  expect(labels.map(({ lines }) => lines.length)).toEqual(all.map(() => 1))
})

it('names every branch of a column of regions that are too low for more than a name', () => {
  const all = Array.from({ length: 8 }, (_, index): LabelCandidate => {
    const region = { x: 40, y: 40 + index * 27, width: 56, height: 24 }
    return { id: String(index), title: `Data ${index}`, stats: '140/399', level: 1, card: region, region }
  })
  const labels = placeLabels(all, VIEWPORT, measure)
  expect(labels.map(({ lines }) => lines)).toEqual(all.map(({ title }) => [title]))
  expect(labels.every(({ style }) => style.statsHeight === 0)).toBe(true)
})

it('names every branch of a column of collapsed cards at every zoom', () => {
  for (let zoom = 0.17; zoom < 0.5; zoom += 0.001) {
    const all = Array.from({ length: 4 }, (_, index): LabelCandidate => {
      const region = { x: 40, y: 20 + index * 148 * zoom, width: 280 * zoom, height: 120 * zoom }
      return { id: String(index), title: `Data ${index}`, stats: '140/399', level: 1, card: region, region }
    })
    expect(placeLabels(all, VIEWPORT, measure), `zoom ${zoom}`).toHaveLength(all.length)
  }
})

it('leaves what is below the card of an open branch in sight', () => {
  const card = { x: 60, y: 40, width: 70, height: 30 }
  const region = { x: 40, y: 40, width: 126, height: 260 }
  const [label] = placeLabels(
    [{ id: '1', title: 'Research and review', stats: '0/23', level: 1, card, region }],
    VIEWPORT,
    measure,
  )
  expect(label?.lines).toHaveLength(2)
  expect((label?.box.y ?? 0) + (label?.box.height ?? 0)).toBeLessThan(card.y + card.height + 16)
})

it('makes room for what is stuck in a region that is wide enough', () => {
  const widthOf = (width: number, stats: string) => {
    const region = { x: 0, y: 0, width, height: 90 }
    const [label] = placeLabels([{ id: 'a', title: 'Go', stats, level: 1, card: region, region }], VIEWPORT, measure)
    return label?.box.width ?? 0
  }
  expect(widthOf(300, '140/399 18 blocked')).toBeGreaterThan(measure('140/399 18 blocked'))
  expect(widthOf(300, '')).toBeLessThan(measure('140/399 18 blocked'))
  expect(widthOf(90, '140/399 18 blocked')).toBeLessThanOrEqual(90)
})

it('breaks a title at spaces into at most two lines that fit', () => {
  expect(wrap('Prepare the launch', 100, measure)).toEqual(['Prepare the', 'launch'])
  fc.assert(
    fc.property(fc.lorem({ maxCount: 12 }), fc.integer({ min: 30, max: 220 }), (title, width) => {
      const lines = wrap(title, width, measure)
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(measure(line) <= width || line.length <= 2).toBe(true)
      if (lines.every((line) => !line.endsWith('…'))) expect(lines.join(' ')).toBe(title)
    }),
  )
})

it('leaves out the name of a region that is cut by the edge, instead of writing it over the next one', () => {
  const at = (x: number) => {
    const region = { x, y: 100, width: 300, height: 200 }
    const card = { x: x + 100, y: 100, width: 100, height: 40 }
    return { id: 'design', title: 'Design of the new icons', stats: '', level: 1, card, region }
  }

  expect(placeLabels([at(100)], VIEWPORT, measure)).toHaveLength(1)
  expect(placeLabels([at(VIEWPORT.width - 20)], VIEWPORT, measure)).toEqual([])
  expect(placeLabels([at(-280)], VIEWPORT, measure)).toEqual([])
})
