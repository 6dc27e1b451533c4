import { createHash } from 'node:crypto'
import { SEARCH_DEPTH_MAX, SEARCH_SNIPPET_MAX, type SearchHit } from '@cairn/contract/api/search'
import { mentionedIds, nameMentions } from '@cairn/contract/rules/mentions'
import { inTitleToken, queryTokens, searchSnippet } from '@cairn/contract/rules/searchText'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { readCursor, writeCursor } from '../../core/cursors.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import type { Words } from '../../db/dialect.ts'
import {
  areCommon,
  type Found,
  findWords,
  listMentionNames,
  listVisiblePlanIds,
  type SearchedType,
} from './search.repo.ts'

/** Up to this many matches are ranked row by row; beyond it, the index returns the best. */
const RARE_MAX = 200
/** One row beyond the last page shows whether there are more. */
const REACH_MAX = SEARCH_DEPTH_MAX + 1

const HIT_TYPES = {
  plans: 'plan',
  nodes: 'node',
  logs: 'log',
  comments: 'comment',
  artifacts: 'artifact',
} as const satisfies Record<SearchedType, SearchHit['type']>
const ALL = Object.keys(HIT_TYPES) as SearchedType[]

/** The position of a hit among those of its type. */
const Position = z.strictObject({
  /** The index of the best of `wordings` that the row satisfies. */
  rank: z.int(),
  id: z.string(),
})
type Position = z.infer<typeof Position>
/** The last hit of each type so far. */
const Positions = z.strictObject({
  plans: Position.optional(),
  nodes: Position.optional(),
  logs: Position.optional(),
  comments: Position.optional(),
  artifacts: Position.optional(),
})

interface Ranked extends Position {
  row: Found
}

/**
 * The queries, best first: all words in the title, all prefixes in the title, all words anywhere, all prefixes
 * anywhere.
 */
function wordings(tokens: readonly string[]): Words[] {
  const inTitle = tokens.map(inTitleToken)
  return [
    { tokens: inTitle, whole: true },
    { tokens: inTitle, whole: false },
    { tokens, whole: true },
    { tokens, whole: false },
  ]
}

/** What is looked for, and where. */
interface Search {
  tokens: readonly string[]
  plans: readonly string[]
  /** How many of the best are wanted. */
  reach: number
}

/** Best wording first, newest first within it. */
async function findRanked(ctx: Ctx, type: SearchedType, search: Search): Promise<Ranked[]> {
  const rare = await findRareToken(ctx, type, search.tokens)
  const found = rare === undefined ? await findCommon(ctx, type, search) : await findByRare(ctx, type, search, rare)
  return found.sort(byRank).slice(0, search.reach)
}

const byRank = (a: Position, b: Position): number => a.rank - b.rank || (a.id < b.id ? 1 : -1)

/** A word in so few rows that each can be checked. */
async function findRareToken(ctx: Ctx, type: SearchedType, tokens: readonly string[]): Promise<string | undefined> {
  for (const token of tokens) {
    const isCommon = (whole: boolean) => areCommon(ctx.db, type, { tokens: [token], whole }, RARE_MAX)
    // The whole word first: for the commonest words this is fast, and their prefixes are expensive.
    if (!(await isCommon(true)) && !(await isCommon(false))) return token
  }
  return undefined
}

async function findByRare(ctx: Ctx, type: SearchedType, { tokens, plans }: Search, rare: string): Promise<Ranked[]> {
  const rows = await findWords(ctx.db, type, { words: { tokens: [rare], whole: false }, plans })
  const ranks = wordings(tokens)
  return rows.map((row) => ({ row, id: row.id, rank: rankOf(row, ranks) })).filter(({ rank }) => rank !== -1)
}

function rankOf({ search_text }: Found, ranks: readonly Words[]): number {
  const words = search_text.split(' ')
  const known = new Set(words)
  return ranks.findIndex(({ tokens, whole }) =>
    tokens.every((token) => known.has(token) || (!whole && words.some((word) => word.startsWith(token)))),
  )
}

async function findCommon(ctx: Ctx, type: SearchedType, { tokens, plans, reach }: Search): Promise<Ranked[]> {
  const found = new Map<string, Ranked>()
  for (const [rank, words] of wordings(tokens).entries()) {
    if (found.size === reach) break
    // A new hit with a better rank may be repeated; as it is already known, the requested number of rows is still
    // enough.
    for (const row of await findWords(ctx.db, type, { words, plans, limit: reach }))
      if (!found.has(row.id) && found.size < reach) found.set(row.id, { row, id: row.id, rank })
  }
  return [...found.values()]
}

interface TypePage {
  hits: Ranked[]
  count: number
  exact: boolean
  goesOn: boolean
}

/** The hits of a type after a position. The count is of all hits, or, if there are too many, of those so far. */
async function findPage(
  ctx: Ctx,
  type: SearchedType,
  search: Omit<Search, 'reach'>,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<TypePage> {
  for (let reach = limit + 1; ; reach = Math.min(2 * reach, REACH_MAX)) {
    const ranked = await findRanked(ctx, type, { ...search, reach })
    const reachable = ranked.slice(0, SEARCH_DEPTH_MAX)
    const further = after ? reachable.filter((hit) => byRank(after, hit) < 0 && hit.id !== after.id) : reachable
    const isAll = ranked.length < reach
    if (further.length <= limit && !isAll && reach < REACH_MAX) continue
    const count = isAll ? ranked.length : reach - 1
    return { hits: further.slice(0, limit), count, exact: isAll, goesOn: further.length > limit }
  }
}

/** With the names of mentioned people in the texts. */
async function nameMentioned(ctx: Ctx, pages: readonly TypePage[]): Promise<void> {
  const rows = pages.flatMap(({ hits }) => hits.map(({ row }) => row))
  const mentioning = rows.filter(({ texts }) => mentionedIds(texts[0] ?? '').length > 0)
  if (mentioning.length === 0) return
  const names = await listMentionNames(ctx.db, mentioning)
  for (const row of mentioning)
    row.texts = row.texts.map((text) => text && nameMentions(text, (id) => names.get(row.id)?.get(id)))
}

const toHit = (type: SearchedType, { texts, search_text: _, ...row }: Found, tokens: readonly string[]): SearchHit => ({
  ...row,
  type: HIT_TYPES[type],
  content: searchSnippet(texts, tokens, SEARCH_SNIPPET_MAX),
})

interface SearchPage {
  q: string
  limit: number
  cursor?: string
}

/** A page of each type within the plans; a query without a word finds nothing. */
async function findPages(ctx: Ctx, plans: readonly string[], { q, limit, cursor }: SearchPage) {
  const tokens = queryTokens(q)
  // A cursor that contained long words would be longer than a cursor may be.
  const list = `search ${createHash('sha256').update(tokens.join(' ')).digest('base64url').slice(0, 22)}`
  const after = readCursor(list, Positions, cursor) ?? {}
  const last: z.infer<typeof Positions> = {}
  const pages = {} as Record<SearchedType, TypePage>
  for (const type of ALL) {
    const page =
      tokens.length === 0 || plans.length === 0
        ? { hits: [], count: 0, exact: true, goesOn: false }
        : await findPage(ctx, type, { tokens, plans }, { after: after[type], limit })
    const end = page.hits.at(-1)
    last[type] = end ? { rank: end.rank, id: end.id } : after[type]
    pages[type] = page
  }
  await nameMentioned(ctx, [pages.logs, pages.comments])
  const goesOn = ALL.some((type) => pages[type].goesOn)
  return { pages, tokens, next: goesOn ? writeCursor(list, last) : null }
}

const forEach = <T>(make: (type: SearchedType) => T) =>
  Object.fromEntries(ALL.map((type) => [type, make(type)])) as Record<SearchedType, T>

/** Everything that the caller can see and that is not in the trash. */
export async function searchEverywhere(ctx: Ctx, query: SearchPage) {
  const { pages, tokens, next } = await findPages(ctx, await listVisiblePlanIds(ctx.db, ctx.actor), query)
  const total = ALL.reduce((sum, type) => sum + pages[type].count, 0)
  const reply = {
    query: query.q,
    results: forEach((type) => pages[type].hits.map(({ row }) => toHit(type, row, tokens))),
    counts: { ...forEach((type) => pages[type].count), total },
    counts_exact: { ...forEach((type) => pages[type].exact), total: ALL.every((type) => pages[type].exact) },
  }
  return { reply, next }
}

/** Like `searchEverywhere`, within one plan, all types together. */
export async function searchPlan(ctx: Ctx, planId: string, query: SearchPage) {
  const { id } = await authorizePlan(ctx, planId, 'plan.read')
  const { pages, tokens, next } = await findPages(ctx, [id], query)
  const found = ALL.flatMap((type) =>
    pages[type].hits.map(({ row, rank }) => ({ hit: toHit(type, row, tokens), rank, id: row.id })),
  )
  found.sort(byRank)
  const reply = {
    query: query.q,
    results: found.map(({ hit }) => hit),
    count: ALL.reduce((sum, type) => sum + pages[type].count, 0),
    count_exact: ALL.every((type) => pages[type].exact),
  }
  return { reply, next }
}
