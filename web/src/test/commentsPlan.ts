// A plan with comments.
import type { LogEntry } from '@cairn/contract/api/logs'
import { plansApi } from '@cairn/contract/api/plans'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { screen, within } from '@testing-library/react'
import { FakePlan } from './fakePlan.ts'
import { ANA, makeId, makeLog } from './make.ts'
import { openApp } from './render.tsx'

export const BEN = { id: makeId(), name: 'Ben Okafor', email: 'ben@example.com', avatar_url: null }

/** A plan with the node "Research", and a function that adds comments to it. */
export function planWith(role?: PlanRole) {
  const plan = new FakePlan('Research', role ? { role } : {})
  plan.api.on(plansApi.availableUsers, () => ({
    reply: [
      { ...ANA, role: 'owner' as const },
      { ...BEN, role: 'editor' as const },
    ],
  }))
  const add = (user: typeof BEN, content: string, more: Partial<LogEntry> = {}) => {
    const node_id = plan.node('Research').id
    const entry = makeLog({ node_id, user, user_id: user.id, content, log_type: 'comment', ...more })
    plan.logs.unshift(entry)
    return entry
  }
  return { plan, add }
}

export async function openComments(plan: FakePlan) {
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  await app.user.click(await screen.findByRole('tab', { name: /^Comments/ }))
  const panel = within(screen.getByRole('tabpanel'))
  return { ...app, panel }
}
