import type { Box, Point } from './geometry.ts'

/** Cell size. Larger than most cards, so that a box is in few cells. */
const CELL = 512
/** More cells per row than any layout has. */
const ROW = 2 ** 24

/** A spatial index. Finds the boxes that overlap a region without checking all. */
export class BoxIndex {
  readonly #cells = new Map<number, Box[]>()

  constructor(boxes: Iterable<Box> = []) {
    for (const box of boxes) this.add(box)
  }

  add(box: Box): void {
    for (const key of cellsOf(box)) {
      const cell = this.#cells.get(key)
      if (cell) cell.push(box)
      else this.#cells.set(key, [box])
    }
  }

  /** A box around the point. */
  boxAt({ x, y }: Point): Box | undefined {
    const cell = this.#cells.get(Math.floor(y / CELL) * ROW + Math.floor(x / CELL))
    return cell?.find((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)
  }

  /** Whether nothing overlaps the region. */
  isFree(region: Box): boolean {
    for (const key of cellsOf(region)) {
      for (const box of this.#cells.get(key) ?? []) if (overlap(box, region)) return false
    }
    return true
  }
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

function* cellsOf({ x, y, width, height }: Box): Generator<number> {
  const right = Math.floor((x + width) / CELL)
  const bottom = Math.floor((y + height) / CELL)
  for (let row = Math.floor(y / CELL); row <= bottom; row++)
    for (let column = Math.floor(x / CELL); column <= right; column++) yield row * ROW + column
}
