// The nodes of a plan that were deleted and can be restored.
import type { ActivityItem } from '@cairn/contract/api/activity'
import { nodesApi, type TrashedNode } from '@cairn/contract/api/nodes'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'
import { titleOf } from './nodeLook.tsx'
import { nodesQuery } from './nodes.ts'

/** The deleted nodes of a plan, latest first; those that were deleted along with another are not named. */
export const nodeTrashQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'trash'],
    queryFn: async ({ signal }): Promise<TrashedNode[]> => {
      const reply: unknown = await call(nodesApi.list, { params: { planId }, query: { trash: '1' }, signal })
      return reply as TrashedNode[] // the variant of the list that `trash=1` asks for
    },
    staleTime: 0,
  })

/** Restores a deleted node with everything that was deleted along with it, and offers to show it. */
export function useRestoreNode(planId: string) {
  const cache = useQueryClient()
  const { queryKey } = nodeTrashQuery(planId)
  const mutation = useMutation({
    mutationFn: (nodeId: string) => call(nodesApi.restore, { params: { planId, nodeId } }),
    onSuccess: ({ id }) => {
      cache.setQueryData(queryKey, (trash) => trash?.filter((node) => node.id !== id))
      // Without a live connection nothing else tells of it.
      if (!cache.getQueryData(nodesQuery(planId).queryKey)?.isFollowed)
        void cache.invalidateQueries({ queryKey: nodesQuery(planId).queryKey })
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  const restore = (node: { id: string; title: string }, onShow: (id: string) => void) =>
    mutation.mutateAsync(node.id).then(
      () =>
        void toast(`“${shorten(titleOf(node), 60)}” restored`, {
          action: { label: 'Show', onClick: () => onShow(node.id) },
        }),
      (error: unknown) => void toast.error(messageOf(error, 'Failed to restore the node')),
    )
  return { restore, restoringId: mutation.isPending ? mutation.variables : null }
}

/** Which entries of an activity, newest first, are deletions that can be undone: the latest one of each node in the trash. */
export function useRestorable(planId: string, items: readonly ActivityItem[]): ReadonlySet<string> {
  const deletions = items.filter(({ type }) => type === 'node_deleted')
  const { data: trash } = useQuery({ ...nodeTrashQuery(planId), enabled: deletions.length > 0 })
  const trashed = new Set(trash?.map(({ id }) => id))
  const restorable = new Set<string>()
  for (const { id, node_id } of deletions) if (node_id !== null && trashed.delete(node_id)) restorable.add(id)
  return restorable
}
