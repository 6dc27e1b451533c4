import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, SearchX, Sparkles } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLivePlans } from '../data/livePlans.ts'
import { plansQuery } from '../data/plans.ts'
import { PlanList, PlanListSkeleton } from '../features/plan-list/PlanList.tsx'
import { PlansWelcome } from '../features/plan-list/PlansWelcome.tsx'
import { PlanToolbar } from '../features/plan-list/PlanToolbar.tsx'
import { choosePlans, EVERYTHING, type PlanChoice, writeChoice } from '../features/plan-list/planChoice.ts'
import { usePlanView } from '../features/plan-list/planView.ts'
import { RecentlyDeleted } from '../features/plan-list/RecentlyDeleted.tsx'
import { SelectionBar } from '../features/plan-list/SelectionBar.tsx'
import { SharedWithMe } from '../features/plan-list/SharedWithMe.tsx'
import { usePlanChoice } from '../features/plan-list/usePlanChoice.ts'
import { useShownCount } from '../features/plan-list/useShownCount.ts'
import { messageOf } from '../lib/api.ts'
import { useOffline } from '../lib/connection.ts'
import { counted } from '../lib/numbers.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Notice } from '../ui/Notice.tsx'
import { usePlansCommands } from './plansCommands.tsx'

/** /plans: My Plans. */
export function PlansPage() {
  usePageTitle('My Plans')
  useLivePlans()
  const query = useInfiniteQuery(plansQuery)
  const { data, error, isPending, isFetchedAfterMount, refetch } = query
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const [choice, setChoice] = usePlanChoice()
  const { count, showMore, reset } = useShownCount()
  const [view, setView] = usePlanView()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const heading = useRef<HTMLHeadingElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const help = usePlansCommands(() => search.current?.focus())
  // The header already shows it, and the cached plans remain.
  const isKnownOffline = useOffline() && data !== undefined

  const newest = data?.pages[0]
  const plans = data?.pages.flatMap((page) => page.plans) ?? []
  const isFiltered = writeChoice(choice) !== ''
  const { shown: matching, counts: here, hidden: hiddenHere } = choosePlans(plans, choice)
  const shown = matching.slice(0, count)
  const change = (changes: Partial<PlanChoice>) => {
    setChoice(changes)
    reset()
  }
  // With all pages loaded, count locally so that a deletion shows immediately.
  const total = newest && hasNextPage ? newest.total : plans.length
  const counts = newest && hasNextPage && choice.belonging === 'all' ? countsOf(newest, choice.archived) : here
  const isCounted = newest && hasNextPage && !isFiltered && choice.filter === 'all'
  const hidden = isCounted ? (newest.statusCounts.archived ?? 0) : hiddenHere
  // A cached empty list may be stale: the first plan may have been created since.
  const isLoading = isPending || (newest !== undefined && plans.length === 0 && !isFetchedAfterMount)
  const isEmpty = newest !== undefined && plans.length === 0 && !isLoading

  // Searching, filtering and sorting apply to all plans, so load every page.
  useEffect(() => {
    if (isFiltered && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isFiltered, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  // The same function always, so that a row only renders when its own plan changes.
  const select = useCallback(
    (planId: string) =>
      setSelected((before) => {
        const after = new Set(before)
        if (!after.delete(planId)) after.add(planId)
        return after
      }),
    [],
  )
  const clear = () => setSelected(new Set())
  // Bulk actions never change plans that are not shown.
  const chosen = shown.filter(({ id }) => selected.has(id))

  return (
    <div className="mx-auto flex w-full max-w-300 flex-1 flex-col gap-6 px-4 py-8 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="font-semibold text-28 outline-none">
            My Plans
          </h1>
          <p role="status" className="mt-1 text-muted">
            {isLoading && 'Loading your plans...'}
            {isEmpty && 'Create your first plan to get started'}
            {plans.length > 0 && `${counted(total, 'plan')} in your workspace`}
          </p>
        </div>
        {plans.length > 0 && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
            <Button asChild>
              <Link to="/plans/new">
                <Plus size={16} aria-hidden />
                Create Manually
              </Link>
            </Button>
            <Button variant="primary" asChild>
              <Link to="/plans/ai-create">
                <Sparkles size={16} aria-hidden />
                Create with AI
              </Link>
            </Button>
          </div>
        )}
      </header>

      <p role="status" className="sr-only">
        {isFiltered && !hasNextPage && `${counted(matching.length, 'plan')} found`}
      </p>
      {isLoading && <PlanListSkeleton />}
      {error && !isFetchNextPageError && !isKnownOffline && (
        <Notice look="error">
          <p>{messageOf(error, 'Failed to load plans')}</p>
          <Button size="sm" className="mt-2" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {newest && <SharedWithMe plans={plans} areAll={!hasNextPage} />}
      {isEmpty && <PlansWelcome />}
      {newest && plans.length > 0 && (
        <>
          <PlanToolbar input={search} choice={choice} counts={counts} onChange={change} view={view} onView={setView} />
          {shown.length > 0 && (
            <PlanList
              plans={shown}
              view={view}
              selected={selected}
              onSelect={select}
              onClear={clear}
              onFocusLost={() => heading.current?.focus()}
            />
          )}
          {shown.length === 0 && !hasNextPage && (
            <EmptyState icon={<SearchX size={20} />} title="No plans found" text="Try adjusting your search or filters">
              <Button
                size="sm"
                onClick={() => {
                  change(EVERYTHING)
                  search.current?.focus()
                }}
              >
                Clear filters
              </Button>
            </EmptyState>
          )}
          {(hidden > 0 || choice.archived) && choice.filter === 'all' && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
              {choice.archived ? 'Archived plans are shown.' : `${counted(hidden, 'archived plan')} hidden from All.`}
              <Button size="sm" variant="ghost" onClick={() => change({ archived: !choice.archived })}>
                {choice.archived ? 'Hide archived' : 'Show archived'}
              </Button>
            </p>
          )}
          <LoadMore
            query={{
              ...query,
              hasNextPage: hasNextPage || matching.length > count,
              fetchNextPage: () => {
                showMore()
                if (matching.length <= count) void fetchNextPage()
              },
            }}
            failure="Failed to load plans"
            label="Load more plans"
            size="md"
            className="items-center"
          />
          {chosen.length > 0 && (
            <SelectionBar plans={chosen} onClear={clear} onFocusLost={() => heading.current?.focus()} />
          )}
        </>
      )}
      {newest && <RecentlyDeleted />}
      {help}
    </div>
  )
}

const countsOf = (
  {
    total,
    statusCounts: { active = 0, completed = 0, archived = 0 },
  }: { total: number; statusCounts: Partial<Record<string, number>> },
  withArchived: boolean,
) => ({ all: withArchived ? total : total - archived, active, completed })
