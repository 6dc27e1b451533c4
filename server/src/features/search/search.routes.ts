import { searchApi } from '@cairn/contract/api/search'
import type { FastifyRequest } from 'fastify'
import type { Router } from '../../core/route.ts'
import { searchEverywhere, searchPlan } from './search.queries.ts'

export interface SearchDeps {
  /** Counts a search of this caller; throws 429 when there were too many. */
  count(request: FastifyRequest): void
  /** Resolves when everything committed so far can be found; it must not throw. */
  catchUp(): Promise<void>
}

/** HTTP face of search. */
export function searchRoutes({ route }: Router, { count, catchUp }: SearchDeps): void {
  route(searchApi.everywhere, async (ctx, { query }, { request }) => {
    count(request)
    await catchUp()
    return searchEverywhere(ctx, query.q)
  })
  route(searchApi.plan, async (ctx, { params, query }, { request }) => {
    count(request)
    await catchUp()
    return searchPlan(ctx, params.planId, query.q)
  })
}
