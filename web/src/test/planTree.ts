// The page of a plan with its tree.
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { FakePlan } from './fakePlan.ts'
import { openApp } from './render.tsx'

export const OUTLINE = 'Research\n  Interview customers\n  Audit content\nBuild\n  Implement pages'

/** Returns the visible tree as text. */
export const rows = () =>
  screen
    .queryAllByRole('treeitem')
    .map(
      (row) =>
        `${'  '.repeat(Number(row.getAttribute('aria-level')) - 1)}${row.getAttribute('aria-label')?.replace(/, .*/, '')}`,
    )

export const row = (title: string) => screen.findByRole('treeitem', { name: new RegExp(`^${title},`) })

export async function open(plan: FakePlan, search = '') {
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}${search}`)
  await screen.findByRole('heading', { name: plan.plan.title })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return app
}
