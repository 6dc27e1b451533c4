import { SEARCH_HITS_MAX, SEARCH_SNIPPET_MAX, type SearchHit } from '@cairn/contract/api/search'
import { inTitleToken, queryTokens, searchSnippet } from '@cairn/contract/rules/searchText'
import type { Ctx } from '../../core/ctx.ts'
import type { Words } from '../../db/dialect.ts'
import { authorizePlan } from '../plans/plans.access.ts'
import { areCommon, type Found, findWords, listVisiblePlanIds, type SearchedType } from './search.repo.ts'

/** What has no more matches than this is ranked row by row; of more, the index gives the best. */
const RARE_MAX = 200

const HIT_TYPES = {
  plans: 'plan',
  nodes: 'node',
  logs: 'log',
  comments: 'comment',
  artifacts: 'artifact',
} as const satisfies Record<SearchedType, SearchHit['type']>
const ALL = Object.keys(HIT_TYPES) as SearchedType[]

interface Ranked {
  row: Found
  /** The number of the best of `wordings` that the row satisfies. */
  rank: number
}

/** What is looked for, best first: all words in the title, all begun in the title, all words anywhere, all begun anywhere. */
function wordings(tokens: readonly string[]): Words[] {
  const inTitle = tokens.map(inTitleToken)
  return [
    { tokens: inTitle, whole: true },
    { tokens: inTitle, whole: false },
    { tokens, whole: true },
    { tokens, whole: false },
  ]
}

/** At most 50, best wording first, newest first within it. */
async function findRanked(
  ctx: Ctx,
  type: SearchedType,
  tokens: readonly string[],
  plans: readonly string[],
): Promise<Ranked[]> {
  const rare = await findRareToken(ctx, type, tokens)
  return rare === undefined ? findCommon(ctx, type, tokens, plans) : findByRare(ctx, type, { tokens, rare, plans })
}

/** A word that so few rows have that they can be looked at one by one. */
async function findRareToken(ctx: Ctx, type: SearchedType, tokens: readonly string[]): Promise<string | undefined> {
  for (const token of tokens) {
    const isCommon = (whole: boolean) => areCommon(ctx.db, type, { tokens: [token], whole }, RARE_MAX)
    // The whole word is asked for first: for the commonest words that is answered at once, and their beginnings are expensive.
    if (!(await isCommon(true)) && !(await isCommon(false))) return token
  }
  return undefined
}

async function findByRare(
  ctx: Ctx,
  type: SearchedType,
  { tokens, rare, plans }: { tokens: readonly string[]; rare: string; plans: readonly string[] },
): Promise<Ranked[]> {
  const rows = await findWords(ctx.db, type, { words: { tokens: [rare], whole: false }, plans })
  const ranks = wordings(tokens)
  return rows
    .map((row) => ({ row, rank: rankOf(row, ranks) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SEARCH_HITS_MAX)
}

function rankOf({ search_text }: Found, ranks: readonly Words[]): number {
  const words = search_text.split(' ')
  const known = new Set(words)
  return ranks.findIndex(({ tokens, whole }) =>
    tokens.every((token) => known.has(token) || (!whole && words.some((word) => word.startsWith(token)))),
  )
}

async function findCommon(
  ctx: Ctx,
  type: SearchedType,
  tokens: readonly string[],
  plans: readonly string[],
): Promise<Ranked[]> {
  const found = new Map<string, Ranked>()
  for (const [rank, words] of wordings(tokens).entries()) {
    if (found.size === SEARCH_HITS_MAX) break
    // What has come with a better rank may come again; it is known completely, so 50 rows are enough all the same.
    for (const row of await findWords(ctx.db, type, { words, plans, limit: SEARCH_HITS_MAX }))
      if (!found.has(row.id) && found.size < SEARCH_HITS_MAX) found.set(row.id, { row, rank })
  }
  return [...found.values()]
}

const toHit = (type: SearchedType, { texts, search_text: _, ...row }: Found, tokens: readonly string[]): SearchHit => ({
  ...row,
  type: HIT_TYPES[type],
  content: searchSnippet(texts, tokens, SEARCH_SNIPPET_MAX),
})

/** Everything that the caller may see and that is not in the trash; a query without a word finds nothing. */
export async function searchEverywhere(ctx: Ctx, query: string) {
  const tokens = queryTokens(query)
  const plans = await listVisiblePlanIds(ctx.db, ctx.actor.id)
  const results: Record<SearchedType, SearchHit[]> = { plans: [], nodes: [], logs: [], comments: [], artifacts: [] }
  if (tokens.length > 0 && plans.length > 0)
    for (const type of ALL) {
      const found = await findRanked(ctx, type, tokens, plans)
      results[type] = found.map(({ row }) => toHit(type, row, tokens))
    }
  const counts = {
    plans: results.plans.length,
    nodes: results.nodes.length,
    logs: results.logs.length,
    comments: results.comments.length,
    artifacts: results.artifacts.length,
  }
  return { query, results, counts: { ...counts, total: ALL.reduce((sum, type) => sum + counts[type], 0) } }
}

/** The same within one plan, all types together. */
export async function searchPlan(ctx: Ctx, planId: string, query: string) {
  const { id } = await authorizePlan(ctx, planId, 'plan.read')
  const tokens = queryTokens(query)
  const found: { hit: SearchHit; rank: number }[] = []
  if (tokens.length > 0)
    for (const type of ALL)
      for (const { row, rank } of await findRanked(ctx, type, tokens, [id]))
        found.push({ hit: toHit(type, row, tokens), rank })
  found.sort((a, b) => a.rank - b.rank || (a.hit.created_at < b.hit.created_at ? 1 : -1))
  const results = found.map(({ hit }) => hit)
  return { query, results, count: results.length }
}
