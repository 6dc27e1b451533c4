import { LIMITS } from '@cairn/contract/api/common'

/** Separated by commas, trimmed, empty ones and repeats dropped (point 5). */
export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** What is wrong with the tags of a log entry, else null. */
export function tagProblem(tags: readonly string[]): string | null {
  if (tags.length > LIMITS.tags) return `At most ${LIMITS.tags} tags`
  return tags.some((tag) => tag.length > LIMITS.tag) ? `Tags must be at most ${LIMITS.tag} characters` : null
}
