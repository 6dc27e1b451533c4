import { type LogEntry, type LogType, logsApi } from '@cairn/contract/api/logs'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, call, callWithHeaders, nextCursor } from '../lib/api.ts'
import { activityQuery } from './activity.ts'
import { threadsQuery } from './commentQueries.ts'

export interface LogEdit {
  content: string
  log_type: LogType
  tags: string[]
  expected_version: number
}

/** The current entry, if the server rejected an edit because it has changed. */
export const currentEntryOf = (error: unknown): LogEntry | null =>
  error instanceof ApiError && error.code === 'version_conflict' ? (error.details as LogEntry) : null

/** The mutations that save edited entries. Their variables have the id of the entry. */
export const ENTRY_UPDATE = ['entry', 'update']

/** Whether an entry is being saved, perhaps by an editor that is closed by now. */
export const useIsSavingEntry = (id: string): boolean =>
  useIsMutating({
    mutationKey: ENTRY_UPDATE,
    predicate: ({ state }) => (state.variables as { id: string } | undefined)?.id === id,
  }) > 0

const FRESH_MS = 2 * 60_000
const PAGE = 100
const FIRST = ''

interface LogsPage {
  entries: LogEntry[]
  /** Entries on all pages. */
  total: number
  next: string | undefined
}
type LogPages = InfiniteData<LogsPage>

/** Log entries and comments of a node, newest first, one page at a time. */
export const logsQuery = (planId: string, nodeId: string) =>
  infiniteQueryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'logs'],
    queryFn: async ({ pageParam, signal }): Promise<LogsPage> => {
      const query = pageParam === FIRST ? { limit: PAGE } : { limit: PAGE, cursor: pageParam }
      const { reply, headers } = await callWithHeaders(logsApi.list, { params: { planId, nodeId }, query, signal })
      return { entries: reply, total: Number(headers.get('x-total-count')), next: nextCursor(headers) }
    },
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: FRESH_MS,
  })

/** The loaded entries, newest first. */
export const entriesIn = ({ pages }: LogPages): LogEntry[] => pages.flatMap(({ entries }) => entries)

/** Changes the entries of a page, and the number of all entries by as many as it adds or removes. */
function changePage(data: LogPages, at: number, change: (entries: LogEntry[]) => LogEntry[]): LogPages {
  const page = data.pages[at]
  if (!page) return data
  const entries = change(page.entries)
  const more = entries.length - page.entries.length
  return {
    ...data,
    pages: data.pages.map((other, index) => ({
      ...other,
      ...(index === at && { entries }),
      total: other.total + more,
    })),
  }
}

const pageWith = ({ pages }: LogPages, id: string): number =>
  pages.findIndex(({ entries }) => entries.some((entry) => entry.id === id))

/** Replaces an entry, or adds it where its time-ordered id belongs. */
function putEntry(data: LogPages, entry: LogEntry): LogPages {
  const known = pageWith(data, entry.id)
  if (known >= 0) return changePage(data, known, (entries) => entries.map((one) => (one.id === entry.id ? entry : one)))
  const at = data.pages.findIndex(({ entries, next }) => next === undefined || (entries.at(-1)?.id ?? '') < entry.id)
  return changePage(data, at, (entries) => [...entries, entry].sort((a, b) => (a.id < b.id ? 1 : -1)))
}

const dropEntry = (data: LogPages, id: string): LogPages =>
  changePage(data, pageWith(data, id), (entries) => entries.filter((entry) => entry.id !== id))

/** What shows the same entries elsewhere. */
function readAgain(cache: QueryClient, planId: string, nodeId: string): void {
  for (const { queryKey } of [activityQuery(planId, nodeId), threadsQuery(planId, nodeId)])
    void cache.invalidateQueries({ queryKey })
}

/** Edits, deletes or restores an entry. The list shows the change after the server confirms it. */
export function useChangeLog(planId: string, nodeId: string) {
  const cache = useQueryClient()
  const { queryKey } = logsQuery(planId, nodeId)
  const readOthers = () => readAgain(cache, planId, nodeId)
  const update = useMutation({
    mutationKey: ENTRY_UPDATE,
    mutationFn: ({ id, ...body }: { id: string } & LogEdit) =>
      call(logsApi.update, { params: { planId, nodeId, logId: id }, body }),
    onSuccess: (entry) => {
      cache.setQueryData(queryKey, (logs) => logs && putEntry(logs, entry))
      readOthers()
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: LogEntry) => call(logsApi.delete, { params: { planId, nodeId, logId: id } }),
    onSuccess: (_reply, { id }) => {
      cache.setQueryData(queryKey, (logs) => logs && dropEntry(logs, id))
      readOthers()
    },
  })
  const restore = useMutation({
    mutationFn: (id: string) => call(logsApi.restore, { params: { planId, nodeId, logId: id } }),
    onSuccess: (entry) => {
      cache.setQueryData(queryKey, (logs) => logs && putEntry(logs, entry))
      readOthers()
    },
  })
  return { update, remove, restore }
}

/** Adds an entry or comment. It appears at the top of the list after the server has saved it. */
export function useAddLog(planId: string, nodeId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { content: string; log_type: LogType; tags: string[] }) =>
      call(logsApi.add, { params: { planId, nodeId }, body }),
    onSuccess: (entry) => {
      cache.setQueryData(logsQuery(planId, nodeId).queryKey, (logs) => logs && putEntry(logs, entry))
      readAgain(cache, planId, nodeId)
    },
  })
}
