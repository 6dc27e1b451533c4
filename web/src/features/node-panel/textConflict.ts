// Saves long texts without overwriting other people's changes. Changes to different fields never conflict.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { conflictOf } from '../../data/nodeWrites.ts'

export type TextField = 'description' | 'context' | 'acceptance_criteria' | 'agent_instructions'

interface Save {
  field: TextField
  /** The text when editing began. */
  base: string
  text: string
  version: number
  send: (changes: { [K in TextField]?: string } & { expected_version: number }) => Promise<PlanNode>
}

/** Number of retries before a version conflict is reported. */
const TRIES = 4

/**
 * Saves the text. If someone else changed the same text, returns the current node as `conflict` instead. Retries if
 * only other fields changed, and throws any other error.
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
