// The text size of a plan's nodes: counted by the commands on the plan's row, so reading it is free.
import type { NodeRow } from '../../db/schema.ts'
import { TEXTS } from './nodes.repo.ts'

/** The texts of one node, in bytes. */
export function textBytes(node: Pick<NodeRow, (typeof TEXTS)[number]>): number {
  let bytes = 0
  for (const field of TEXTS) {
    const text = node[field]
    if (text !== null) bytes += Buffer.byteLength(text)
  }
  return bytes
}
