import type { WriteCtx } from '../../core/ctx.ts'

/**
 * Who answers for the instructions that this command writes. Only a person in a browser does: an agent is nobody's
 * editor, and an undo brings back a text of unknown origin.
 */
export const authorOf = ({ actor, undoes }: WriteCtx): string | null =>
  actor.via.kind === 'session' && undoes === undefined ? actor.id : null
