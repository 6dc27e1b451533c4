// Filters and order of My Plans. They are part of the URL, so reloads and links keep them.
import type { ListedPlan } from '@cairn/contract/api/plans'
import { fold } from '../../lib/fold.ts'

/** The status filters of the list. */
export type PlanFilter = 'all' | 'active' | 'completed'
export type Belonging = 'all' | 'mine' | 'shared'
export type PlanSort = 'updated' | 'title' | 'created' | 'progress'

export interface PlanChoice {
  search: string
  filter: PlanFilter
  belonging: Belonging
  sort: PlanSort
  /** Whether All includes archived plans. */
  archived: boolean
}

export const EVERYTHING: PlanChoice = { search: '', filter: 'all', belonging: 'all', sort: 'updated', archived: false }

const FILTERS: readonly PlanFilter[] = ['all', 'active', 'completed']
const BELONGINGS: readonly Belonging[] = ['all', 'mine', 'shared']
const SORTS: readonly PlanSort[] = ['updated', 'title', 'created', 'progress']

const oneOf = <T extends string>(values: readonly [T, ...T[]] | readonly T[], value: string | null, otherwise: T): T =>
  values.find((known) => known === value) ?? otherwise

/** Reads the choice from a query string. Ignores unknown values. */
export function readChoice(query: string): PlanChoice {
  const params = new URLSearchParams(query)
  return {
    search: params.get('q') ?? '',
    filter: oneOf(FILTERS, params.get('status'), EVERYTHING.filter),
    belonging: oneOf(BELONGINGS, params.get('of'), EVERYTHING.belonging),
    sort: oneOf(SORTS, params.get('sort'), EVERYTHING.sort),
    archived: params.get('archived') === '1',
  }
}

/** Returns the query string of a choice, without default values. */
export function writeChoice({ search, filter, belonging, sort, archived }: PlanChoice): string {
  const params = new URLSearchParams()
  if (search.trim() !== '') params.set('q', search.trim())
  if (filter !== EVERYTHING.filter) params.set('status', filter)
  if (belonging !== EVERYTHING.belonging) params.set('of', belonging)
  if (sort !== EVERYTHING.sort) params.set('sort', sort)
  if (archived) params.set('archived', '1')
  return params.toString()
}

/** Whether all of the words are in the title or the description, in any order, without regard to case and accents. */
function isFound({ title, description }: ListedPlan, words: readonly string[]): boolean {
  const text = fold(`${title}\n${description ?? ''}`)
  return words.every((word) => text.includes(word))
}

const TITLES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const later = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

const ORDER: Record<PlanSort, (a: ListedPlan, b: ListedPlan) => number> = {
  updated: (a, b) => later(a.updated_at, b.updated_at),
  created: (a, b) => later(a.created_at, b.created_at),
  title: (a, b) => TITLES.compare(a.title, b.title),
  progress: (a, b) => b.progress - a.progress,
}

export interface ChosenPlans {
  shown: ListedPlan[]
  /** Number of plans per filter. */
  counts: Record<PlanFilter, number>
  /** Number of archived plans that All hides. */
  hidden: number
}

/** Filters and sorts the plans. Favorites come first. */
export function choosePlans(plans: readonly ListedPlan[], choice: PlanChoice): ChosenPlans {
  const words = fold(choice.search).split(/\s+/).filter(Boolean)
  const theirs = plans.filter(
    ({ role }) => choice.belonging === 'all' || (role === 'owner') === (choice.belonging === 'mine'),
  )
  const found = theirs.filter((plan) => isFound(plan, words))
  const isHidden = ({ status }: ListedPlan) => status === 'archived' && !choice.archived
  const chosen = found.filter((plan) => (choice.filter === 'all' ? !isHidden(plan) : plan.status === choice.filter))
  return {
    shown: chosen.sort((a, b) => Number(b.is_favorite) - Number(a.is_favorite) || ORDER[choice.sort](a, b)),
    counts: {
      all: theirs.filter((plan) => !isHidden(plan)).length,
      active: theirs.filter(({ status }) => status === 'active').length,
      completed: theirs.filter(({ status }) => status === 'completed').length,
    },
    hidden: choice.filter === 'all' ? found.filter(isHidden).length : 0,
  }
}
