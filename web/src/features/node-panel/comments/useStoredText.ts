import type { Mention } from '@cairn/contract/api/logs'
import { useQueryClient } from '@tanstack/react-query'
import { membersQuery } from '../../../data/members.ts'
import { toStored } from './mentionText.ts'

/** Converts what a person wrote to the stored text. Names mean the people who were chosen, then other members. */
export function useStoredText(planId: string): (text: string, chosen?: readonly Mention[]) => string {
  const cache = useQueryClient()
  return (text, chosen = []) =>
    toStored(text.trim(), [...chosen, ...(cache.getQueryData(membersQuery(planId).queryKey) ?? [])])
}
