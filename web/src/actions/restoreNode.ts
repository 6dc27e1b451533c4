import { nodesApi } from '@cairn/contract/api/nodes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nodesQuery } from '../data/nodes.ts'
import { trashKey } from '../data/nodeTrash.ts'
import { titleOf } from '../display/nodeDisplay.tsx'
import { call, messageOf } from '../lib/api.ts'
import { shorten } from '../lib/shorten.ts'
import { toast } from '../ui/Toast.tsx'

/** Restores a deleted node with everything deleted along with it, and offers to show it. */
export function useRestoreNode(planId: string) {
  const cache = useQueryClient()
  const mutation = useMutation({
    mutationFn: (nodeId: string) => call(nodesApi.restore, { params: { planId, nodeId } }),
    onSuccess: () => {
      // Without a live connection there is no event about it.
      if (!cache.getQueryData(nodesQuery(planId).queryKey)?.channel)
        void cache.invalidateQueries({ queryKey: nodesQuery(planId).queryKey })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: trashKey(planId) }),
  })
  const restore = (node: { id: string; title: string }, onShow: (id: string) => void) =>
    mutation.mutateAsync(node.id).then(
      () =>
        void toast(`“${shorten(titleOf(node), 60)}” restored`, {
          action: { label: 'Show', onClick: () => onShow(node.id) },
        }),
      (error: unknown) => void toast.error(messageOf(error, 'Failed to restore node')),
    )
  return { restore, restoringId: mutation.isPending ? mutation.variables : null }
}
