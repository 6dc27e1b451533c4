import type { WriteCtx } from '../../core/ctx.ts'

/**
 * Returns who is responsible for the instructions that this command writes: the person if they use a browser, otherwise
 * null, because agents do not count and an undo restores a text of unknown origin.
 */
export const authorOf = ({ actor, undoes }: WriteCtx): string | null =>
  actor.via.kind === 'session' && undoes === undefined ? actor.id : null
