import { SEARCH_HITS_MAX, SEARCH_SNIPPET_MAX, type SearchHit } from '@cairn/contract/api/search'
import { inTitleToken, queryTokens, searchSnippet } from '@cairn/contract/rules/searchText'
import type { Ctx } from '../../core/ctx.ts'
import { authorizePlan } from '../plans/plans.access.ts'
import { findWords, type Scope, type SearchedType } from './search.repo.ts'

const TYPES = {
  plans: 'plan',
  nodes: 'node',
  logs: 'log',
  comments: 'comment',
  artifacts: 'artifact',
} as const satisfies Record<SearchedType, SearchHit['type']>
const ALL = Object.keys(TYPES) as SearchedType[]

interface Ranked {
  hit: SearchHit
  inTitle: boolean
}

/** Of one type: first what has all the words in its title, then the rest, each newest first. */
async function findRanked(ctx: Ctx, type: SearchedType, tokens: string[], scope: Scope): Promise<Ranked[]> {
  const titleTokens = tokens.map(inTitleToken)
  const limit = SEARCH_HITS_MAX
  const inTitle = await findWords(ctx.db, type, { words: { all: titleTokens }, scope, limit })
  const left = limit - inTitle.length
  const elsewhere =
    left > 0 ? await findWords(ctx.db, type, { words: { all: tokens, butNot: titleTokens }, scope, limit: left }) : []
  return [...inTitle, ...elsewhere].map(({ texts, ...row }, i) => ({
    hit: { ...row, type: TYPES[type], content: searchSnippet(texts, tokens, SEARCH_SNIPPET_MAX) },
    inTitle: i < inTitle.length,
  }))
}

/** Everything that the caller may see and that is not in the trash; a query without a word finds nothing. */
export async function searchEverywhere(ctx: Ctx, query: string) {
  const tokens = queryTokens(query)
  const results: Record<SearchedType, SearchHit[]> = { plans: [], nodes: [], logs: [], comments: [], artifacts: [] }
  for (const type of ALL)
    if (tokens.length > 0)
      results[type] = (await findRanked(ctx, type, tokens, { user_id: ctx.actor.id })).map(({ hit }) => hit)
  const { plans, nodes, logs, comments, artifacts } = results
  const counts = {
    plans: plans.length,
    nodes: nodes.length,
    logs: logs.length,
    comments: comments.length,
    artifacts: artifacts.length,
  }
  return { query, results, counts: { ...counts, total: ALL.reduce((sum, type) => sum + counts[type], 0) } }
}

/** The same within one plan, all types together. */
export async function searchPlan(ctx: Ctx, planId: string, query: string) {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const tokens = queryTokens(query)
  const found: Ranked[] = []
  for (const type of ALL)
    if (tokens.length > 0) found.push(...(await findRanked(ctx, type, tokens, { plan_id: plan.id })))
  const results = found
    .sort((a, b) => Number(b.inTitle) - Number(a.inTitle) || (a.hit.created_at < b.hit.created_at ? 1 : -1))
    .map(({ hit }) => hit)
  return { query, results, count: results.length }
}
