// The deliveries of a webhook, one page at a time. Only pages that can change are read again.
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDelivery, webhooksApi } from '@cairn/contract/api/webhooks'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { callWithHeaders, nextCursor } from '../lib/api.ts'
import { planChangeKey } from './planChangeKey.ts'

/** The webhook, and the status of the deliveries that are listed; undefined: all. */
interface Listed {
  plan_id: string
  id: string
  status: DeliveryStatus | undefined
}
interface DeliveriesPage {
  deliveries: WebhookDelivery[]
  next: string | undefined
  /** When it was requested. */
  readAt: number
}
type DeliveryPages = InfiniteData<DeliveriesPage>

const POLL_MS = 2_000
/** A change of a plan becomes a delivery up to a few seconds later: the first page is read until then, and once after. */
const QUEUE_MS = 10_000
const FIRST = ''

async function readPage(
  { plan_id, id, status }: Listed,
  cursor: string,
  signal: AbortSignal,
  limit?: number,
): Promise<DeliveriesPage> {
  const readAt = Date.now()
  const { reply, headers } = await callWithHeaders(webhooksApi.deliveries, {
    params: { planId: plan_id, webhookId: id },
    query: { ...(status && { status }), ...(limit && { limit }), ...(cursor !== FIRST && { cursor }) },
    signal,
  })
  return { deliveries: reply, next: nextCursor(headers), readAt }
}

/** Newest first. Opening the list again begins with its first page. */
const deliveriesQuery = (listed: Listed) =>
  infiniteQueryOptions({
    queryKey: ['plan', listed.plan_id, 'deliveries', listed.id, listed.status ?? 'all'],
    queryFn: ({ pageParam, signal }) => readPage(listed, pageParam, signal),
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const planChangeQuery = (planId: string) =>
  queryOptions({
    queryKey: planChangeKey(planId),
    queryFn: () => Date.now(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface Update {
  /** The page that was read. */
  at: number
  /** Whether deliveries with another status are waiting: they may enter the list when they are finished. */
  isOtherWaiting: boolean
}

const isFinishedOnly = ({ status }: Listed): boolean => status === 'delivered' || status === 'failed'

/** Reads one of the pages that can change, in turn, and puts it into the list. */
const updateQuery = (cache: QueryClient, listed: Listed, planChangedAt: number) => {
  const { queryKey: listKey } = deliveriesQuery(listed)
  const nothing: Update = { at: -1, isOtherWaiting: isFinishedOnly(listed) }
  const pagesToRead = ({ isOtherWaiting }: Update): number[] => {
    const pages = cache.getQueryData(listKey)?.pages ?? []
    return pages.flatMap(({ deliveries, readAt }, at) => {
      const isNewExpected = at === 0 && (isOtherWaiting || readAt < planChangedAt + QUEUE_MS)
      return isNewExpected || deliveries.some(({ status }) => status === 'waiting') ? [at] : []
    })
  }
  return queryOptions({
    queryKey: ['plan', listed.plan_id, 'delivery-update', listed.id, listed.status ?? 'all'],
    queryFn: async ({ signal, queryKey }): Promise<Update> => {
      const list = cache.getQueryData(listKey)
      const last = cache.getQueryData<Update>(queryKey) ?? nothing
      const due = pagesToRead(last)
      const at = due.find((page) => page > last.at) ?? due[0]
      const cursor = list?.pageParams[at ?? -1]
      if (at === undefined || typeof cursor !== 'string') return nothing
      // Before the page, which then has those that were finished until now.
      const isOtherWaiting = isFinishedOnly(listed) && (await hasWaiting(listed, signal))
      const page = await readPage(listed, cursor, signal)
      // A list that has changed meanwhile may be newer than this page.
      cache.setQueryData(listKey, (now) => (now && now === list ? withPage(now, at, page) : now))
      return { at, isOtherWaiting }
    },
    initialData: nothing,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data = nothing } }) => (pagesToRead(data).length > 0 ? POLL_MS : false),
  })
}

const hasWaiting = async (listed: Listed, signal: AbortSignal): Promise<boolean> =>
  (await readPage({ ...listed, status: 'waiting' }, FIRST, signal, 1)).deliveries.length > 0

/** The list after one of its pages was read again. Older deliveries stay, unless unknown ones are between. */
function withPage({ pages, pageParams }: DeliveryPages, at: number, read: DeliveriesPage): DeliveryPages {
  const newest = pages[0]?.deliveries[0]?.id ?? ''
  const oldest = read.deliveries.at(-1)?.id ?? ''
  const isApart = at === 0 && oldest > newest
  const known = read.next === undefined || isApart ? [] : pages.slice(at)
  const older = known
    .map((page, i) => ({
      page: { ...page, deliveries: page.deliveries.filter(({ id }) => id < oldest) },
      from: pageParams[at + i],
    }))
    .filter(({ page }) => page.deliveries.length > 0)
  return {
    pages: [...pages.slice(0, at), read, ...older.map(({ page }) => page)],
    // The page that was read may end later or earlier than before: the next one begins where it ends.
    pageParams: [...pageParams.slice(0, at + 1), ...older.map(({ from }, i) => (i === 0 ? read.next : from))],
  }
}

/** Shows a delivery that was sent or replayed in the lists that contain it. */
export function putDelivery(cache: QueryClient, webhook: Omit<Listed, 'status'>, delivery: WebhookDelivery): void {
  const changed = (pages: DeliveriesPage[], isListed: boolean): DeliveriesPage[] => {
    const isKnown = pages.some(({ deliveries }) => deliveries.some(({ id }) => id === delivery.id))
    return pages.map((page, at) => ({
      ...page,
      deliveries:
        isKnown || at > 0
          ? page.deliveries.flatMap((one) => (one.id !== delivery.id ? [one] : isListed ? [delivery] : []))
          : [...(isListed ? [delivery] : []), ...page.deliveries],
    }))
  }
  for (const status of [undefined, ...DELIVERY_STATUSES])
    cache.setQueryData(
      deliveriesQuery({ ...webhook, status }).queryKey,
      (list) => list && { ...list, pages: changed(list.pages, status === undefined || status === delivery.status) },
    )
  void cache.invalidateQueries({ queryKey: planChangeKey(webhook.plan_id) })
}

/** The loaded deliveries, newest first, kept up to date while one is waiting or new ones are expected. */
export function useDeliveries(listed: Listed) {
  const cache = useQueryClient()
  const list = useInfiniteQuery(deliveriesQuery(listed))
  const { data: planChangedAt = 0 } = useQuery(planChangeQuery(listed.plan_id))
  const update = useQuery({ ...updateQuery(cache, listed, planChangedAt), enabled: list.isSuccess })
  return {
    deliveries: list.data?.pages.flatMap(({ deliveries }) => deliveries),
    error: list.error ?? update.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => {
      if (list.isFetchNextPageError) void list.fetchNextPage()
      else void (list.error ? list : update).refetch()
    },
  }
}
