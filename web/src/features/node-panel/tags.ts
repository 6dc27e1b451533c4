import { LIMITS } from '@cairn/contract/api/common'

/** Splits tags at commas, trims them and drops empty and repeated ones. */
export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** Returns the error in the tags of a log entry, or null. */
export function tagProblem(tags: readonly string[]): string | null {
  if (tags.length > LIMITS.tags) return `At most ${LIMITS.tags} tags`
  return tags.some((tag) => tag.length > LIMITS.tag) ? `Tags must be at most ${LIMITS.tag} characters` : null
}
