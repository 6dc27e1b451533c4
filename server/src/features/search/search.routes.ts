import { searchApi } from '@cairn/contract/api/search'
import type { FastifyRequest } from 'fastify'
import { linkPages } from '../../http/pages.ts'
import type { Router } from '../../http/router.ts'
import { searchEverywhere, searchPlan } from './search.queries.ts'

export interface SearchDeps {
  /** Counts a search of this caller; 429 above the limit. */
  count(request: FastifyRequest): void
  /** Resolves when everything committed so far is indexed; it must not throw. */
  catchUp(): Promise<void>
}

/** HTTP routes of search. */
export function searchRoutes({ route }: Router, { count, catchUp }: SearchDeps): void {
  route(searchApi.everywhere, async (ctx, { query }, { request, reply: http }) => {
    count(request)
    await catchUp()
    const { reply, next } = await searchEverywhere(ctx, query)
    linkPages(http, request.url, { next })
    return reply
  })
  route(searchApi.plan, async (ctx, { params, query }, { request, reply: http }) => {
    count(request)
    await catchUp()
    const { reply, next } = await searchPlan(ctx, params.planId, query)
    linkPages(http, request.url, { next })
    return reply
  })
}
