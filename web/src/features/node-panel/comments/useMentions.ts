import type { Mention } from '@cairn/contract/api/logs'
import { mentionedIds } from '@cairn/contract/rules/mentions'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../../data/members.ts'

/** The members whom a stored text mentions. */
export function useMentions(planId: string, content: string): Mention[] {
  const { data: members = [] } = useQuery(membersQuery(planId))
  const ids = mentionedIds(content)
  return members.filter(({ id }) => ids.includes(id))
}
