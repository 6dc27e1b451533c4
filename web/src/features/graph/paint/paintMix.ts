import type { NodeStatus } from '@cairn/contract/api/nodes'
import type { Box } from '../layout/geometry.ts'
import type { BranchStats } from './branchStats.ts'
import type { Palette } from './palette.ts'

const MIX: readonly NodeStatus[] = ['completed', 'in_progress', 'blocked', 'not_started']

/** A bar, or a tile, whose parts are as large as the shares of the statuses. */
export function paintMix(
  pen: CanvasRenderingContext2D,
  { byStatus, total }: BranchStats,
  { x, y, width, height }: Box,
  palette: Palette,
): void {
  let left = x
  for (const status of MIX) {
    const part = total === 0 ? 0 : (byStatus[status] / total) * width
    if (part === 0) continue
    pen.fillStyle = palette.status[status].fill
    pen.fillRect(left, y, part, height)
    left += part
  }
}
