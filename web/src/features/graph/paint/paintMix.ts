import type { NodeStatus } from '@cairn/contract/api/nodes'
import type { Box } from '../layout/geometry.ts'
import type { BranchStats } from './branchStats.ts'
import type { Palette } from './palette.ts'

/** How many nodes of a branch have a color. */
export interface Share {
  color: string
  count: number
}

export interface MixSource {
  palette: Palette
  /** Of a node with children. */
  statsOf: (id: string) => BranchStats | undefined
  /** The colors in a branch. Undefined if colors show statuses. */
  sharesOf?: ((id: string) => readonly Share[] | undefined) | undefined
}

/** The colors of everything below a node with children. */
export function mixOf({ palette, statsOf, sharesOf }: MixSource, id: string): readonly Share[] | undefined {
  if (sharesOf) return sharesOf(id)
  const stats = statsOf(id)
  return stats && statusMix(stats, palette)
}

const MIX: readonly NodeStatus[] = ['completed', 'in_progress', 'blocked', 'not_started']

const statusMix = ({ byStatus }: BranchStats, palette: Palette): Share[] =>
  MIX.map((status) => ({ color: palette.status[status].fill, count: byStatus[status] }))

/** A bar, or a tile, whose parts are as large as the shares. */
export function paintMix(pen: CanvasRenderingContext2D, mix: readonly Share[], { x, y, width, height }: Box): void {
  const total = mix.reduce((sum, { count }) => sum + count, 0)
  let left = x
  for (const { color, count } of mix) {
    if (count === 0) continue
    const part = (count / total) * width
    pen.fillStyle = color
    pen.fillRect(left, y, part, height)
    left += part
  }
}
