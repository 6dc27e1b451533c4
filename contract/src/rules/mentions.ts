// A mention is `<@user-id>` in a text, so that renaming a person rewrites nothing.

const MENTION = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/gi

export const mentionOf = (userId: string): string => `<@${userId}>`

/** The ids of the people that a text mentions, each once, in order. */
export const mentionedIds = (text: string): string[] =>
  text.includes('<@') ? [...new Set(Array.from(text.matchAll(MENTION), ([, id = '']) => id.toLowerCase()))] : []

/** The text with names in place of mentions. Mentions of unknown people stay as they are. */
export const nameMentions = (text: string, nameOf: (userId: string) => string | undefined): string =>
  text.includes('<@')
    ? text.replace(MENTION, (mention, id: string) => {
        const name = nameOf(id.toLowerCase())
        return name === undefined ? mention : `@${name}`
      })
    : text

/** The text without mentions, as the search finds it. */
export const withoutMentions = (text: string): string => (text.includes('<@') ? text.replace(MENTION, ' ') : text)

/** A text in parts: plain text, and the ids of the people mentioned between them. */
export function mentionParts(text: string): ({ text: string } | { userId: string; text: string })[] {
  const parts: ({ text: string } | { userId: string; text: string })[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ userId: (match[1] ?? '').toLowerCase(), text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
