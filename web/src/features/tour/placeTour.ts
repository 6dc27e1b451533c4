/** px between the card and its target. */
const GAP = 14
/** px between the card and the edge of the window. */
const EDGE = 12
/** px of the target that stay highlighted at least. */
const SPOT_MIN = 80

export interface Rect {
  left: number
  top: number
  width: number
  height: number
}

type Size = Pick<Rect, 'width' | 'height'>

/**
 * Positions the card below its target, above it or beside it. If there is no room, only part of the target is
 * highlighted, so the card never covers the highlighted area.
 */
export function placeTour(subject: Rect, card: Size, view: Size): { card: { left: number; top: number }; spot: Rect } {
  const right = subject.left + subject.width
  const bottom = subject.top + subject.height
  const between = (value: number, size: number, all: number) => Math.max(EDGE, Math.min(value, all - size - EDGE))
  const left = between(subject.left + subject.width / 2 - card.width / 2, card.width, view.width)
  const top = between(subject.top + subject.height / 2 - card.height / 2, card.height, view.height)
  if (bottom + GAP + card.height + EDGE <= view.height) return { card: { left, top: bottom + GAP }, spot: subject }
  if (subject.top - GAP - card.height >= EDGE)
    return { card: { left, top: subject.top - GAP - card.height }, spot: subject }
  if (right + GAP + card.width + EDGE <= view.width) return { card: { left: right + GAP, top }, spot: subject }
  if (subject.left - GAP - card.width >= EDGE)
    return { card: { left: subject.left - GAP - card.width, top }, spot: subject }
  const height = Math.max(SPOT_MIN, view.height - EDGE - card.height - GAP - subject.top)
  return {
    card: { left, top: subject.top + height + GAP },
    spot: { left: subject.left, top: subject.top, width: subject.width, height },
  }
}
