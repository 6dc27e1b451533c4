// Saving a long text beside others: two people who change different things never get in each other's way, and nobody's words are lost.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { conflictOf } from '../../data/nodeWrites.ts'

export type TextField = 'description' | 'context' | 'acceptance_criteria' | 'agent_instructions'

interface Save {
  field: TextField
  /** What the text was when it was opened. */
  base: string
  text: string
  version: number
  send: (changes: { [K in TextField]?: string } & { expected_version: number }) => Promise<PlanNode>
}

/** How often somebody else may be faster before it counts as a conflict. */
const TRIES = 4

/**
 * Saves unless this very text was changed by somebody else; then the node as it is now is answered as `conflict`. A change to
 * anything else of the node is no conflict: the text is sent again on top of it. Throws what else the server says.
 */
export async function saveText({ field, base, text, version, send }: Save): Promise<{ conflict: PlanNode | null }> {
  let expected_version = version
  for (let attempt = 1; ; attempt++) {
    try {
      await send({ [field]: text, expected_version })
      return { conflict: null }
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      if ((current[field] ?? '') === text) return { conflict: null }
      if ((current[field] ?? '') !== base || attempt === TRIES) return { conflict: current }
      expected_version = current.version
    }
  }
}
