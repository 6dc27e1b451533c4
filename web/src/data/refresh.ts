import type { QueryClient, QueryKey } from '@tanstack/react-query'

export interface Refresh {
  queries: (keys: Iterable<QueryKey>) => void
  /**
   * For access that has ended. Not for a plan that is left: its queries, whose running reads are canceled, are then
   * marked to be read when it is opened again.
   */
  stop: () => void
}

interface Options {
  /** Minimum interval between refetches of a query, because an agent may write many events per second. */
  intervalMs: number
  /** Whether the key names one query. Otherwise, it names all whose keys start with it. */
  isExact: (key: QueryKey) => boolean
}

/**
 * Refetches active queries, combining requests for the same one. A read that is running may lack the change: it is
 * neither canceled, which could go on for ever and drops a page that someone asked for, nor taken for the refetch.
 */
export function makeRefresh(cache: QueryClient, { intervalMs, isExact }: Options): Refresh {
  const wanted = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    timer ??= setTimeout(flush, intervalMs)
  }
  const flush = () => {
    timer = undefined
    for (const [name, queryKey] of wanted) {
      const query = { queryKey, exact: isExact(queryKey) }
      if (cache.isFetching(query) > 0) continue
      wanted.delete(name)
      void cache.invalidateQueries(query)
    }
    if (wanted.size > 0) start()
  }
  return {
    queries: (keys) => {
      for (const key of keys) wanted.set(JSON.stringify(key), key)
      start()
    },
    stop: () => clearTimeout(timer),
  }
}
