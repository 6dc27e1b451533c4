// Saves long texts without overwriting other people's changes. Changes to different fields never conflict.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { type MergePassage, merge3 } from '@cairn/contract/rules/merge3'
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

/** A save that met another person's changes of the same lines. */
export interface TextConflict {
  current: PlanNode
  passages: readonly MergePassage[]
}

interface Outcome {
  conflict: TextConflict | null
  /** Whether the saved text contains another person's changes. */
  isMerged: boolean
  /** The version to save a later state of the text with. With merged changes it is outdated, so they are merged again. */
  version: number
}

/** Number of retries before a version conflict is reported. */
const TRIES = 4

/**
 * Saves the text. Another person's changes to other lines are merged. If both changed the same lines, returns the
 * passages as `conflict` instead. Throws any other error.
 */
export async function saveText({ field, base, text, version, send }: Save): Promise<Outcome> {
  let expected_version = version
  let isMerged = false
  for (let attempt = 1; ; attempt++) {
    try {
      const saved = await send({ [field]: text, expected_version })
      return { conflict: null, isMerged, version: isMerged ? version : saved.version }
    } catch (error) {
      const current = conflictOf(error)
      if (!current) throw error
      const theirs = current[field] ?? ''
      if (theirs === text) return { conflict: null, isMerged, version: isMerged ? version : current.version }
      const { clean, text: merged, passages } = merge3(base, text, theirs)
      if (!clean) return { conflict: { current, passages }, isMerged, version }
      if (attempt === TRIES) throw error
      isMerged ||= theirs !== base
      base = theirs
      text = merged
      expected_version = current.version
    }
  }
}

export const SIDES = ['mine', 'theirs', 'both'] as const
export type Side = (typeof SIDES)[number]

/** The text with the chosen side of each conflict, in order; mine where nothing was chosen. */
export function resolvedText(passages: readonly MergePassage[], sides: readonly Side[]): string {
  let at = 0
  return passages
    .flatMap((passage) => {
      if ('text' in passage) return [passage.text]
      const { mine, theirs } = passage.conflict
      const side = sides[at++] ?? 'mine'
      const chosen = side === 'both' ? [mine, theirs] : [side === 'mine' ? mine : theirs]
      // A side without text has removed the lines.
      return chosen.filter((text) => text !== '')
    })
    .join('\n')
}
