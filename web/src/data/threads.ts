// How one change of a comment looks in the loaded pages of threads. Pages and threads are newest first, replies oldest
// first.
import type { Thread } from '@cairn/contract/api/comments'
import { EMOJI, type Emoji, type LogEntry } from '@cairn/contract/api/logs'

export interface ThreadsPage {
  threads: Thread[]
  unread_since: string
  next: string | undefined
}
export interface ThreadPages {
  pages: ThreadsPage[]
  pageParams: unknown[]
}

type Change = (thread: Thread) => Thread | null

function changeThread(data: ThreadPages, id: string, change: Change): ThreadPages {
  const pages = data.pages.map((page) =>
    page.threads.some((thread) => thread.id === id)
      ? { ...page, threads: page.threads.flatMap((thread) => (thread.id === id ? (change(thread) ?? []) : [thread])) }
      : page,
  )
  return { ...data, pages }
}

/** Adds a comment or a reply, or replaces it. */
export function putEntry(data: ThreadPages, entry: LogEntry): ThreadPages {
  const { parent_id } = entry
  if (parent_id !== null)
    return changeThread(data, parent_id, (thread) => {
      const isKnown = thread.replies.some(({ id }) => id === entry.id)
      const replies = [...thread.replies.filter(({ id }) => id !== entry.id), entry].sort(byId)
      return { ...thread, replies, reply_count: thread.reply_count + (isKnown ? 0 : 1) }
    })
  const isKnown = data.pages.some(({ threads }) => threads.some(({ id }) => id === entry.id))
  if (isKnown) return changeThread(data, entry.id, (thread) => ({ ...entry, replies: thread.replies }))
  const [first, ...rest] = data.pages
  if (!first) return data
  const threads = [{ ...entry, replies: [] }, ...first.threads].sort((a, b) => byId(b, a))
  return { ...data, pages: [{ ...first, threads }, ...rest] }
}

/** Ids are time-ordered. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

/** Deletes a comment or a reply. A comment with replies keeps its place. */
export function dropEntry(data: ThreadPages, entry: LogEntry, now: string): ThreadPages {
  return changeThread(data, entry.parent_id ?? entry.id, (thread) => {
    if (entry.parent_id === null)
      return thread.reply_count > 0 ? { ...thread, content: '', tags: [], deleted_at: now } : null
    const reply_count = thread.reply_count - 1
    if (thread.deleted_at !== null && reply_count === 0) return null
    return { ...thread, reply_count, replies: thread.replies.filter(({ id }) => id !== entry.id) }
  })
}

/** Adds or removes a reaction of a person. */
export function react(data: ThreadPages, entry: LogEntry, { emoji, userId, isOn }: ReactionChange): ThreadPages {
  const change = <T extends LogEntry>(known: T): T => {
    if (known.id !== entry.id) return known
    const given = known.reactions.find((reaction) => reaction.emoji === emoji)?.user_ids ?? []
    const others = given.filter((id) => id !== userId)
    const user_ids = isOn ? [...others, userId] : others
    const reactions = [...known.reactions.filter((reaction) => reaction.emoji !== emoji), { emoji, user_ids }]
      .filter((reaction) => reaction.user_ids.length > 0)
      .sort((a, b) => EMOJI.indexOf(a.emoji) - EMOJI.indexOf(b.emoji))
    return { ...known, reactions }
  }
  return changeThread(data, entry.parent_id ?? entry.id, (thread) => ({
    ...change(thread),
    replies: thread.replies.map(change),
  }))
}

export interface ReactionChange {
  emoji: Emoji
  userId: string
  isOn: boolean
}

/** The time of the newest comment on the loaded pages. */
export function newestComment(data: ThreadPages): string | undefined {
  const times = data.pages.flatMap(({ threads }) =>
    threads.flatMap((thread) => [thread.created_at, ...thread.replies.map(({ created_at }) => created_at)]),
  )
  return times.reduce<string | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
}
