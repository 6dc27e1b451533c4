import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

beforeEach(() => {
  // The canvas renders what is in its viewport, but jsdom elements have no size.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800)
})

it.each([
  ['-', 0, 0.7],
  ['+', 1.4, Number.POSITIVE_INFINITY],
])('zooms on while %s is held', async (key, min, max) => {
  const plan = new FakePlan('Research\n  Audit')
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'graph')
  localStorage.setItem('tour_skipped', 'true')
  openApp(`/plans/${plan.plan.id}`)
  await screen.findByRole('article', { name: /^Audit,/ })
  const zoom = () => Number.parseInt(screen.getByRole('button', { name: /^Zoom: / }).textContent ?? '', 10)
  const before = zoom()

  for (let times = 0; times < 10; times++) fireEvent.keyDown(document.body, { key, repeat: true })

  await waitFor(() => {
    expect(zoom() / before).toBeGreaterThan(min)
    expect(zoom() / before).toBeLessThan(max)
  })
})
