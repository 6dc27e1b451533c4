// Shortcuts on a keyboard with Cyrillic letters.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { makePlan } from '../test/make.ts'
import { serve } from '../test/plansList.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'

inWideWindow()

const press = (key: string, code: string, ctrlKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code, ctrlKey })

it('searches and selects in the tree, shows the graph, and opens the palette', async () => {
  const plan = new FakePlan('Research\nBuild')
  localStorage.setItem('tour_skipped', 'true')
  openApp(`/plans/${plan.plan.id}`)
  const row = await screen.findByRole('treeitem', { name: /^Build,/ })

  press('а', 'KeyF', true)
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search nodes' }))
  row.focus()
  press('ф', 'KeyA', true)
  expect(screen.getAllByRole('treeitem', { selected: true })).toHaveLength(2)
  press('п', 'KeyG')
  await waitFor(() => expect(screen.queryByRole('treeitem')).toBeNull())
  press('л', 'KeyK', true)
  await screen.findByRole('combobox', { name: 'Command palette' })
  press('л', 'KeyK', true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('moves between plans and creates one', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })])
  const { here } = openApp('/plans')
  await screen.findByText('Alpha')

  press('о', 'KeyJ')
  press('о', 'KeyJ')
  expect(document.activeElement?.closest('li')?.textContent).toContain('Beta')
  press('л', 'KeyK')
  expect(document.activeElement?.closest('li')?.textContent).toContain('Alpha')
  press('с', 'KeyC')
  await waitFor(() => expect(here()).toBe('/plans/new'))
})
