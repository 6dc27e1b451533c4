import { z } from 'zod'
import { type Api, Cursor, Id, limitQuery, Timestamp } from './common.ts'
import { PlanParams } from './plans.ts'

export const SEARCH_MIN = 2
export const SEARCH_MAX = 200
const tooLong = `q must be at most ${SEARCH_MAX} characters`

/** Hits of one type per reply. */
export const SEARCH_HITS_MAX = 50
/** Hits of one type that pages can reach. */
export const SEARCH_DEPTH_MAX = 2_000
export const SEARCH_SNIPPET_MAX = 200

const EXACT = `False where there are more than the count says; pages end after ${SEARCH_DEPTH_MAX.toLocaleString('en-US')} hits of a type`

/** A hit: `title` is that of the plan or node, for a log or comment that of its node, for a file or link its name. */
export const SearchHit = z.object({
  id: Id,
  type: z.enum(['plan', 'node', 'log', 'comment', 'artifact']),
  title: z.string(),
  content: z.string().describe('The passage around the match'),
  plan_id: Id,
  node_id: Id.nullable(),
  created_at: Timestamp,
})
export type SearchHit = z.infer<typeof SearchHit>

/** `q`, or `query` in older clients. */
const SearchQuery = z
  .strictObject({
    q: z.string('q must be a string').max(SEARCH_MAX, tooLong).optional(),
    query: z.string('query must be a string').max(SEARCH_MAX, tooLong).optional(),
    limit: limitQuery(SEARCH_HITS_MAX, SEARCH_HITS_MAX),
    cursor: Cursor,
  })
  .transform(({ q, query, ...page }) => ({ ...page, q: (q ?? query ?? '').trim() }))
  .refine(({ q }) => q.length >= SEARCH_MIN, { message: `q must be at least ${SEARCH_MIN} characters`, path: ['q'] })

export const searchApi = {
  everywhere: {
    method: 'GET',
    path: '/search',
    summary: 'Search all your plans; matches word prefixes and ignores case and accents',
    access: 'account.read',
    query: SearchQuery,
    reply_headers: ['Link'],
    reply: z.object({
      query: z.string(),
      results: z.object({
        plans: z.array(SearchHit),
        nodes: z.array(SearchHit),
        logs: z.array(SearchHit),
        comments: z.array(SearchHit),
        artifacts: z.array(SearchHit),
      }),
      counts: z.object({
        plans: z.int(),
        nodes: z.int(),
        logs: z.int(),
        comments: z.int(),
        artifacts: z.int(),
        total: z.int(),
      }),
      counts_exact: z
        .object({
          plans: z.boolean(),
          nodes: z.boolean(),
          logs: z.boolean(),
          comments: z.boolean(),
          artifacts: z.boolean(),
          total: z.boolean(),
        })
        .describe(EXACT),
    }),
  },
  plan: {
    method: 'GET',
    path: '/search/plan/:planId',
    summary: 'Search one plan',
    access: 'plan.read',
    params: PlanParams,
    query: SearchQuery,
    reply_headers: ['Link'],
    reply: z.object({
      query: z.string(),
      results: z.array(SearchHit),
      count: z.int(),
      count_exact: z.boolean().describe(EXACT),
    }),
  },
} as const satisfies Api
