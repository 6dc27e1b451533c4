// What an agent reads about a node. It is loaded once and stays as it is, because people read and copy it.
import { contextPackApi, type PackSection } from '@cairn/contract/api/contextPack'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { packNewsKey } from './readAt.ts'

interface Address {
  planId: string
  nodeId: string
  maxTokens: number
}

export const contextPackQuery = ({ planId, nodeId, maxTokens }: Address) =>
  queryOptions({
    queryKey: ['plan', planId, 'node', nodeId, 'pack', maxTokens],
    queryFn: ({ signal }) =>
      call(contextPackApi.pack, { params: { planId, nodeId }, query: { max_tokens: maxTokens }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Opening it again reads it again.
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

interface PackNews {
  /** The hash that it was compared with. */
  since: string
  changed: PackSection[]
}

/** Which sections of the shown pack have changed. Live events refetch it while it is in use. */
export const packNewsQuery = ({ planId, nodeId, maxTokens }: Address, since: string | undefined) =>
  queryOptions({
    queryKey: packNewsKey(planId),
    queryFn: async ({ signal }): Promise<PackNews> => {
      if (since === undefined) return NO_NEWS
      const query = { max_tokens: maxTokens, since_hash: since }
      const { sections } = await call(contextPackApi.pack, { params: { planId, nodeId }, query, signal })
      return { since, changed: sections.filter(({ changed }) => changed).map(({ section }) => section) }
    },
    initialData: NO_NEWS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

const NO_NEWS: PackNews = { since: '', changed: [] }
