// Mentions as assistants write them.
import { mentionOf } from '@cairn/contract/rules/mentions'
import { addTo } from '../base/lists.ts'
import type { WriteCtx } from '../core/ctx.ts'
import { listAvailableUsers } from '../core/plan-members.ts'

/** What cannot follow a name: another letter or digit would make it a different name. */
const END = '(?![\\p{L}\\p{N}])'

/**
 * The text with a mention for each `@Full Name` of a member, in any case. A name that two members have stays as it is:
 * it names no one.
 */
export async function withMentions(ctx: WriteCtx, planId: string, text: string): Promise<string> {
  if (!text.includes('@')) return text
  const members = await listAvailableUsers(ctx, planId)
  const byName = new Map<string, string[]>()
  for (const { id, name } of members) addTo(byName, name.trim().toLowerCase(), id)
  const names = [...byName.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}<])@(${names.map(escapeRegExp).join('|')})${END}`, 'giu')
  return text.replace(pattern, (written, name: string) => {
    const [only, another] = byName.get(name.toLowerCase()) ?? []
    return only && !another ? mentionOf(only) : written
  })
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
