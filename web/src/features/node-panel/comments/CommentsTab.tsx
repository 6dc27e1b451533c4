import type { Thread } from '@cairn/contract/api/comments'
import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { threadsQuery, unreadQuery } from '../../../data/commentQueries.ts'
import { useMarkSeen } from '../../../data/comments.ts'
import { entriesIn, logsQuery } from '../../../data/logs.ts'
import { useOutgoingComments } from '../../../data/outgoingComments.ts'
import { newestComment, type ThreadsPage } from '../../../data/threads.ts'
import { readDraft } from '../../../lib/drafts.ts'
import { useSession } from '../../../lib/session.ts'
import { LoadMore } from '../../../ui/LoadMore.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { keepClearOfToasts } from '../../../ui/toastOffset.ts'
import { KeptText } from '../KeptText.tsx'
import { NothingYet, TabBody } from '../TabBody.tsx'
import { useLostDrafts } from '../useLostDrafts.ts'
import { CommentComposer, draftPlace } from './CommentComposer.tsx'
import { editPlace } from './CommentEditor.tsx'
import { CommentThread, NewDivider } from './CommentThread.tsx'
import type { MentionDraft } from './MentionField.tsx'
import { OutgoingItem } from './OutgoingItem.tsx'

/** A comment to show, from another tab. */
export interface CommentTarget {
  id: string
  /** Also opens the composer for a reply. */
  reply: boolean
}

interface Props {
  planId: string
  nodeId: string
  role: PlanRole
  target: CommentTarget | null
}

/** The comments of the node in threads, oldest first, with the first unread or the newest in view. */
export function CommentsTab({ planId, nodeId, role, target }: Props) {
  const threads = useInfiniteQuery(threadsQuery(planId, nodeId))
  const outgoing = useOutgoingComments(nodeId)
  const isNew = useNewSinceOpening(threads.data?.pages[0]?.unread_since)
  const { top, entry: wanted, isSought, isGone } = useTarget(planId, nodeId, target)
  const loaded = threads.data?.pages.flatMap((page) => page.threads) ?? []
  const shown = withEntry(loaded, threads.isSuccess ? top : undefined).toReversed()
  const firstNew = shown.find(isNew)
  const sending = outgoing.filter(({ parent_id }) => !shown.some(({ id }) => id === parent_id))
  const list = useRef<HTMLOListElement>(null)
  const news = shown.flatMap((thread) => [thread, ...thread.replies]).find(isNew)
  useMarkAsSeen(planId, nodeId, threads)
  useLostDrafts(threads.data && shown.flatMap((thread) => draftPlacesIn(nodeId, thread)))
  useScrollOnce(list, isSought ? null : (wanted?.id ?? news?.id), shown.at(-1)?.id)
  return (
    <>
      <TabBody query={threads} failure="Failed to load comments">
        {isGone && (
          <div className="mb-3">
            <Notice>The comment was deleted.</Notice>
          </div>
        )}
        {threads.isSuccess && shown.length === 0 && sending.length === 0 && (
          <NothingYet icon={<MessageSquare size={18} />}>
            {can(role, 'comment.add') ? 'No comments yet. Write the first one!' : 'No comments yet.'}
          </NothingYet>
        )}
        <LoadMore query={threads} failure="Failed to load comments" label="Show earlier comments" className="mb-3" />
        {(shown.length > 0 || sending.length > 0) && (
          <ol ref={list} aria-label="Comments" className="flex flex-col gap-5">
            {shown.map((thread) => (
              <li key={thread.id} data-entry={thread.id} className="scroll-mb-32">
                {thread === firstNew && (
                  <div className="mb-3">
                    <NewDivider />
                  </div>
                )}
                <CommentThread
                  {...{ planId, nodeId, thread, role, isNew }}
                  outgoing={outgoing.filter(({ parent_id }) => parent_id === thread.id)}
                  target={wanted && (wanted.parent_id ?? wanted.id) === thread.id ? wanted.id : null}
                  startsReply={
                    target?.reply === true && wanted !== undefined && (wanted.parent_id ?? wanted.id) === thread.id
                  }
                />
              </li>
            ))}
            {sending.map((comment) => (
              <li key={comment.id}>
                <OutgoingItem planId={planId} nodeId={nodeId} comment={comment} />
              </li>
            ))}
          </ol>
        )}
      </TabBody>
      {can(role, 'comment.add') && (
        <div
          ref={keepClearOfToasts}
          className="sticky bottom-0 shrink-0 border-line border-t bg-surface px-4 py-3 max-sm:py-2"
        >
          <CommentComposer planId={planId} nodeId={nodeId} parentId={null} />
        </div>
      )}
      {!can(role, 'comment.add') && <KeptText text={readDraft<MentionDraft>(draftPlace(nodeId, null))?.text ?? ''} />}
    </>
  )
}

/** Of replies to the thread, and of edited comments in it. */
const draftPlacesIn = (nodeId: string, thread: Thread): string[] => [
  draftPlace(nodeId, thread.id),
  ...[thread, ...thread.replies].filter(({ deleted_at }) => deleted_at === null).map(({ id }) => editPlace(id)),
]

/** The wanted entry and the top of its thread, from the list of logs, which is loaded until it has both. */
function useTarget(planId: string, nodeId: string, target: CommentTarget | null) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(logsQuery(planId, nodeId))
  const logs = data && entriesIn(data)
  const entry = logs?.find(({ id }) => id === target?.id)
  const top = entry?.parent_id ? logs?.find(({ id }) => id === entry.parent_id) : entry
  const sought = entry?.parent_id ?? target?.id ?? ''
  // Newest first, and ids are time-ordered: it was deleted if older ones are loaded, unless they are being read again.
  const isPassed = logs?.some(({ id }) => id < sought) === true
  // A failed read is not repeated here. While one is running, `isError` is about the one before it.
  const mayCome = isFetching || (!isPassed && hasNextPage && !isError)
  const isMissing = target !== null && top === undefined && mayCome
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, fetchNextPage])
  const isKnown = data !== undefined && !isFetching
  return { entry, top, isSought: isMissing, isGone: target !== null && top === undefined && isKnown && !isMissing }
}

/** Brings an entry into view as soon as it is listed, without one the last thread. Waits while it is null. */
function useScrollOnce(
  list: RefObject<HTMLElement | null>,
  goal: string | null | undefined,
  last: string | undefined,
): void {
  const hasScrolled = useRef(false)
  useEffect(() => {
    if (goal === null || hasScrolled.current) return
    const entry = list.current?.querySelector(`[data-entry="${goal ?? last}"]`)
    if (!entry) return
    hasScrolled.current = true
    entry.scrollIntoView({ block: goal === undefined ? 'nearest' : 'center' })
  })
}

/** Newest first, with an entry that has no replies yet, or that is on a later page. */
const withEntry = (threads: readonly Thread[], entry: LogEntry | undefined): Thread[] =>
  entry === undefined || threads.some(({ id }) => id === entry.id)
    ? [...threads]
    : [...threads, { ...entry, replies: [] }].sort((a, b) => (a.id < b.id ? 1 : -1))

/** Whether an entry is a comment by someone else since the look before this one. */
function useNewSinceOpening(unreadSince: string | undefined): (entry: LogEntry) => boolean {
  const me = useSession()?.user.id
  // The marks stay while the tab is open.
  const [since, setSince] = useState(unreadSince)
  if (since === undefined && unreadSince !== undefined) setSince(unreadSince)
  return ({ user_id, log_type, created_at, deleted_at }) =>
    since !== undefined && log_type === 'comment' && deleted_at === null && user_id !== me && created_at > since
}

const watchVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const isPageVisible = () => document.visibilityState === 'visible'

type Threads = UseInfiniteQueryResult<InfiniteData<ThreadsPage>>

/** Marks comments as read while the page is in view. First loads all that are unread: an old thread may have a new reply. */
function useMarkAsSeen(planId: string, nodeId: string, threads: Threads): void {
  const { data: unread } = useQuery(unreadQuery(planId))
  const { mutate } = useMarkSeen(planId, nodeId)
  const isVisible = useSyncExternalStore(watchVisibility, isPageVisible)
  const { count, oldest_thread } = unread?.find(({ node_id }) => node_id === nodeId) ?? { count: 0, oldest_thread: '' }
  const newest = threads.data && newestComment(threads.data)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = threads
  // Newest first, and ids are time-ordered.
  const isMissing =
    hasNextPage && !threads.data?.pages.some((page) => page.threads.some(({ id }) => id <= oldest_thread))
  useEffect(() => {
    if (count === 0 || !isVisible || isFetching) return
    if (!isMissing && newest !== undefined) mutate(newest)
    else if (isMissing && !isFetchNextPageError) void fetchNextPage()
  }, [count, isVisible, isFetching, isMissing, isFetchNextPageError, fetchNextPage, newest, mutate])
}
