// How much text the nodes of a plan hold: counted by the commands on the plan's row, so that asking costs nothing.
import { sql } from 'kysely'
import type { NodeRow } from '../../db/schema.ts'

const TEXTS = [
  'title',
  'description',
  'acceptance_criteria',
  'context',
  'agent_instructions',
  'metadata',
] as const satisfies readonly (keyof NodeRow)[]

/** The texts of one node, in bytes. */
export function textBytes(node: Pick<NodeRow, (typeof TEXTS)[number]>): number {
  let bytes = 0
  for (const field of TEXTS) {
    const text = node[field]
    if (text !== null) bytes += Buffer.byteLength(text)
  }
  return bytes
}

/** The same as the database counts it. */
export const TEXT_BYTES = sql<number>`${sql.join(
  TEXTS.map((field) => sql`coalesce(octet_length(${sql.ref(`nodes.${field}`)}), 0)`),
  sql` + `,
)}`
