const PREFIX = '#comment-'

/** The URL of a comment, for other people. */
export const commentLink = (planId: string, nodeId: string, id: string): string =>
  `${window.location.origin}/plans/${planId}?node=${nodeId}${PREFIX}${id}`

/** The id of the comment that a URL leads to. */
export const linkedComment = (hash: string): string | null =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null
