import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

it('asks before the page is left with unsaved text', async () => {
  const plan = new FakePlan('Research\nBuild')
  const { user } = openApp(`/plans/${plan.plan.id}?node=${plan.node('Build').id}`)
  const panel = await screen.findByRole('region', { name: 'Build' })
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(false)

  await user.click(await within(panel).findByRole('button', { name: 'Add description...' }))
  expect(leave()).toBe(false)
  await user.keyboard('Six walls')
  expect(leave()).toBe(true)
  await user.click(within(panel).getByRole('button', { name: 'Cancel' }))
  expect(leave()).toBe(false)

  await user.type(within(panel).getByRole('textbox', { name: 'Log entry' }), 'Done')
  expect(leave()).toBe(true)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(leave()).toBe(false))
})
