// The panel of a node, in a small plan.
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { FakePlan } from './fakePlan.ts'
import { openApp } from './render.tsx'

export const OUTLINE = 'Research\n  Audit content\nBuild'

/** Opens the link of a node. */
export async function open(
  title: string,
  { role, plan = new FakePlan(OUTLINE, role ? { role } : {}) }: { role?: PlanRole; plan?: FakePlan } = {},
) {
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node(title).id}`)
  const panel = await screen.findByRole('region', { name: title })
  await within(panel).findByRole('heading', { name: 'Description' })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return { ...app, plan, panel }
}

export const tab = (name: RegExp) => screen.getByRole('tab', { name })
