import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, SearchX, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type PlanPage, plansQuery } from '../data/plans.ts'
import { countPlans, filterPlans, type PlanFilter } from '../features/plan-list/filterPlans.ts'
import { PlanList, PlanListSkeleton } from '../features/plan-list/PlanList.tsx'
import { PlansWelcome } from '../features/plan-list/PlansWelcome.tsx'
import { PlanToolbar } from '../features/plan-list/PlanToolbar.tsx'
import { usePlanView } from '../features/plan-list/planView.ts'
import { RecentlyDeleted } from '../features/plan-list/RecentlyDeleted.tsx'
import { messageOf } from '../lib/api.ts'
import { counted } from '../lib/numbers.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Notice } from '../ui/Notice.tsx'

/** /plans: My Plans. */
export function PlansPage() {
  usePageTitle('My Plans')
  const { data, error, isPending, isFetchedAfterMount, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(plansQuery)
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<PlanFilter>('all')
  const [view, setView] = usePlanView()
  const heading = useRef<HTMLHeadingElement>(null)

  const newest = data?.pages[0]
  const plans = data?.pages.flatMap((page) => page.plans) ?? []
  const shown = filterPlans(plans, { filter, search })
  // With all plans here the numbers follow what is on the screen, a plan that was just deleted included.
  const counts = newest && hasNextPage ? countsOf(newest) : countPlans(plans)
  // An empty list is only believed when it was read just now: the first plan may have been made since.
  const isLoading = isPending || (newest !== undefined && plans.length === 0 && !isFetchedAfterMount)
  const isEmpty = newest !== undefined && plans.length === 0 && !isLoading

  // Whoever looks for something looks in all plans, not only in the pages that happen to be here.
  const looksForSomething = search.trim() !== '' || filter !== 'all'
  useEffect(() => {
    if (looksForSomething && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [looksForSomething, hasNextPage, isFetchingNextPage, fetchNextPage])

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
            {plans.length > 0 && workspaceLabel(counts.all)}
          </p>
        </div>
        {plans.length > 0 && (
          <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
            <Button asChild>
              <Link to="/plans/new">
                <Plus size={16} aria-hidden />
                Create Manually
              </Link>
            </Button>
            <Button look="primary" asChild>
              <Link to="/plans/ai-create">
                <Sparkles size={16} aria-hidden />
                Create with AI
              </Link>
            </Button>
          </div>
        )}
      </header>

      {isLoading && <PlanListSkeleton />}
      {error && (
        <Notice look="error">
          <p>{messageOf(error, 'Failed to load plans')}</p>
          <Button size="sm" className="mt-2" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {isEmpty && <PlansWelcome />}
      {newest && plans.length > 0 && (
        <>
          <PlanToolbar
            search={search}
            onSearch={setSearch}
            filter={filter}
            counts={counts}
            onFilter={setFilter}
            view={view}
            onView={setView}
          />
          {shown.length > 0 && <PlanList plans={shown} view={view} onFocusLost={() => heading.current?.focus()} />}
          {shown.length === 0 && !hasNextPage && (
            <Empty icon={<SearchX size={20} />} title="No plans found" text="Try adjusting your search or filters">
              <Button
                size="sm"
                onClick={() => {
                  setSearch('')
                  setFilter('all')
                }}
              >
                Show all plans
              </Button>
            </Empty>
          )}
          {hasNextPage && (
            <Button className="self-center" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show more plans
            </Button>
          )}
        </>
      )}
      {newest && <RecentlyDeleted />}
    </div>
  )
}

const countsOf = ({ total, statusCounts: { active = 0, completed = 0 } }: PlanPage): Record<PlanFilter, number> => ({
  all: total,
  active,
  completed,
})

const workspaceLabel = (count: number): string => `${counted(count, 'plan')} in your workspace`
