// The deleted nodes of a plan that can be restored.
import type { ActivityItem } from '@cairn/contract/api/activity'
import { nodesApi, type TrashedNode } from '@cairn/contract/api/nodes'
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { callWithHeaders, nextCursor } from '../lib/api.ts'

const PAGE_SIZE = 25
/** Maximum number of deletions that the activity shows as restorable. */
const KNOWN_MAX = 1_000
const FIRST = ''

export const trashKey = (planId: string) => ['plan', planId, 'trash'] as const

async function readTrash(
  planId: string,
  { limit, cursor, signal }: { limit: number; cursor?: string; signal: AbortSignal },
) {
  const query = { trash: '1' as const, limit, ...(cursor ? { cursor } : {}) }
  const { reply, headers } = await callWithHeaders(nodesApi.list, { params: { planId }, query, signal })
  // The variant of the list with `trash=1`.
  return { nodes: reply as unknown as TrashedNode[], next: nextCursor(headers) }
}

/** The deleted nodes of a plan, newest first, one page at a time. Nodes deleted with an ancestor are not listed. */
export const nodeTrashQuery = (planId: string) =>
  infiniteQueryOptions({
    queryKey: [...trashKey(planId), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => readTrash(planId, { limit: PAGE_SIZE, cursor, signal }),
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })

/** The ids of the deleted nodes that can be restored. */
export const restorableQuery = (planId: string) => ({
  queryKey: [...trashKey(planId), 'ids'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await readTrash(planId, { limit: KNOWN_MAX, signal })).nodes.map(({ id }) => id),
  staleTime: 0,
})

/** The activity entries (newest first) that can be undone: the latest deletion of each node in the trash. */
export function useRestorable(planId: string, items: readonly ActivityItem[]): ReadonlySet<string> {
  const deletions = items.filter(({ type }) => type === 'node_deleted')
  const { data } = useQuery({ ...restorableQuery(planId), enabled: deletions.length > 0 })
  const trashed = new Set(data)
  const restorable = new Set<string>()
  for (const { id, node_id } of deletions) if (node_id !== null && trashed.delete(node_id)) restorable.add(id)
  return restorable
}
