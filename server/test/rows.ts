// Nodes put straight into the database, for tests that need more of them than they have time to make through HTTP.
import { newId } from '../src/base/ids.ts'
import type { NodeRow } from '../src/db/schema.ts'
import { textBytes } from '../src/features/nodes/nodes.text.ts'
import type { TestApp } from './factory.ts'

const INSERT_ROWS = 500

/**
 * Adds one node per entry, last among its siblings, under the node with that index or at the top level for `null`.
 * Updates counters but writes no events. Returns the ids.
 */
export async function insertTree(
  { store }: Pick<TestApp, 'store'>,
  planId: string,
  parents: readonly (number | null)[],
): Promise<string[]> {
  const now = new Date().toISOString()
  const ids = parents.map(() => newId())
  const top = await store.reader
    .selectFrom('nodes')
    .select('id')
    .where('plan_id', '=', planId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  const siblings = new Map<number | null, number>([[null, top.length]])
  const rows = parents.map((parent, i): NodeRow => {
    const order_index = siblings.get(parent) ?? 0
    siblings.set(parent, order_index + 1)
    return {
      id: ids[i] as string,
      plan_id: planId,
      parent_id: parent === null ? null : (ids[parent] as string),
      title: `Node ${i}`,
      node_type: 'task',
      status: 'not_started',
      order_index,
      description: null,
      due_date: null,
      acceptance_criteria: null,
      context: null,
      agent_instructions: null,
      instructions_by: null,
      comment_count: 0,
      artifact_count: 0,
      metadata: '{}',
      version: 1,
      search_text: `node ${i}`,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      deleted_with: null,
      deleted_by: null,
    }
  })
  await store.write(async (tx) => {
    for (let i = 0; i < rows.length; i += INSERT_ROWS)
      await tx
        .insertInto('nodes')
        .values(rows.slice(i, i + INSERT_ROWS))
        .execute()
    await tx
      .updateTable('plans')
      .set((eb) => ({
        node_count: eb('node_count', '+', rows.length),
        text_bytes: eb(
          'text_bytes',
          '+',
          rows.reduce((sum, row) => sum + textBytes(row), 0),
        ),
      }))
      .where('id', '=', planId)
      .execute()
  })
  return ids
}

/** The parents of a chain: each node is a child of the one before. */
export const chainOf = (levels: number) => Array.from({ length: levels }, (_, i) => (i === 0 ? null : i - 1))
