import type { Plan } from '@cairn/contract/api/plans'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { plansQuery } from '../../data/plans.ts'
import { bestMatches } from '../../lib/bestMatches.ts'
import type { Command } from '../../lib/commands.ts'
import { fold } from '../../lib/fold.ts'
import { PLAN_STATUS } from '../../look/planStatus.ts'

const SHOWN_MAX = 8
/** Before anything is typed. */
const LATEST_MAX = 4

/** The plans to go to for what was typed, else the latest; the one that is open is not among them. */
export function usePlanPlaces(typed: string): { places: Command[]; error: Error | null } {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // What is known will do: the list of plans itself is read again with every visit.
  const query = useInfiniteQuery({ ...plansQuery, refetchOnMount: true })
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query

  // Whoever looks for something looks in all plans, not only in the pages that happen to be here.
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
  return { places: shown.map(toPlace), error }
}
