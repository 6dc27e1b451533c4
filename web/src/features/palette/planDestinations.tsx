import type { Plan } from '@cairn/contract/api/plans'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { plansQuery } from '../../data/plans.ts'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { bestMatches } from '../../lib/bestMatches.ts'
import type { Command } from '../../lib/commands.ts'
import { fold } from '../../lib/fold.ts'

const SHOWN_MAX = 8
/** Plans shown before anything is typed. */
const LATEST_MAX = 4

/** Returns the plans that match the search, or the latest ones without a search, except the open plan. */
export function usePlanDestinations(typed: string): { destinations: Command[]; error: Error | null } {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // The cached list is good enough here. My Plans refetches on every visit.
  const query = useInfiniteQuery({ ...plansQuery, refetchOnMount: true })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query

  // A search covers all plans, so load every page.
  const needsMore = typed !== '' && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])

  const others = (data?.pages.flatMap(({ plans }) => plans) ?? []).filter(({ id }) => pathname !== `/plans/${id}`)
  const shown =
    typed === ''
      ? others.slice(0, LATEST_MAX)
      : bestMatches(others, { typed, max: SHOWN_MAX, textOf: ({ title }) => fold(title) })
  const toPlace = ({ id, title, status }: Plan): Command => {
    const { Icon, label } = PLAN_STATUS[status]
    return {
      id,
      group: 'Plans',
      label: title,
      icon: <Icon size={16} aria-hidden className="text-muted" />,
      aside: label,
      run: () => void navigate(`/plans/${id}`),
    }
  }
  return { destinations: shown.map(toPlace), error }
}
