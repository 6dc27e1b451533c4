import { expect, it } from 'vitest'
import { placeTour, type Rect } from './placeTour.ts'

const CARD = { width: 340, height: 200 }
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 390, height: 700 },
]

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

it.each(WINDOWS)('keeps the card in the window and off its target at $width x $height', (view) => {
  const subjects: Rect[] = [
    { left: 0, top: 116, width: view.width, height: view.height - 116 },
    { left: view.width - 60, top: 70, width: 50, height: 32 },
    { left: 10, top: view.height - 50, width: 100, height: 40 },
    { left: 0, top: 64, width: 360, height: view.height - 64 },
    { left: view.width / 2, top: 80, width: 90, height: 32 },
  ]
  for (const subject of subjects) {
    const { card, spot } = placeTour(new DOMRect(subject.left, subject.top, subject.width, subject.height), CARD, view)
    const box = { ...card, ...CARD }

    expect([spot.left, spot.top, spot.width]).toEqual([subject.left, subject.top, subject.width])
    expect(overlap(box, spot)).toBe(false)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.left + box.width).toBeLessThanOrEqual(view.width)
    expect(box.top + box.height).toBeLessThanOrEqual(view.height)
  }
})
