import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })

test('a plan is edited as an outline: previewed, applied in one step, and undone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes/tree`, {
    nodes: [
      { title: 'Prepare', node_type: 'phase', children: [{ title: 'Pack', node_type: 'task' }] },
      { title: 'Walk', node_type: 'phase' },
    ],
  })
  const page = await ana.open(`/plans/${plan.id}`, { stored: { [`layout_mode:${plan.id}`]: 'tree' } })
  await expect(row(page, 'Pack')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('edit as outline')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit as outline' })
  const text = dialog.getByRole('textbox', { name: 'Outline' })
  await expect(text).toHaveValue(/- \[ \] Pack \{#/)
  const before = await text.inputValue()

  await text.fill(before.replace('[ ] Pack', '[x] Pack the sled').replace(/\n- \[ \] Walk.*\n/, '\n'))
  await text.press('Control+End')
  await page.keyboard.type('- [ ] Rest')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    /^Not in outlineWalk/,
    /^ChangedPack the sledLine \d+Title: Pack → Pack the sledStatus: Not started → Completed$/,
    /^NewRestLine \d+$/,
  ])
  await expect(dialog.getByRole('status')).toHaveText('1 new, 1 changed, 1 not in the outline')

  await page.reload()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit as outline…' }).click()
  await expect(dialog.getByText('These are your unsaved edits from before.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Move 1 node that the outline lacks to the trash' }).check()
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('To trash')
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Pack the sled')).toBeVisible()
  await expect(row(page, 'Rest')).toBeVisible()
  await expect(row(page, 'Walk')).toBeHidden()

  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(row(page, 'Walk')).toBeVisible()
  await expect(row(page, 'Pack')).toBeVisible()
  await expect(row(page, 'Rest')).toBeHidden()
})

test('a plan that someone else changed meanwhile is compared again before anything is written', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const pack = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title: 'Pack', node_type: 'task' })
  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit as outline…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit as outline' })
  const text = dialog.getByRole('textbox', { name: 'Outline' })
  await expect(text).toHaveValue(/Pack/)
  await text.fill((await text.inputValue()).replace('Pack', 'Pack the sled'))
  await expect(dialog.getByRole('status')).toHaveText('1 changed')
  await ana.call('PUT', `/plans/${plan.id}/nodes/${pack.id}/status`, { status: 'blocked' })
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The plan has changed since the preview')
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('Status: Blocked → Not started')
  await text.fill('# Cross the glacier\n- [q] Pack')
  await expect(dialog.getByRole('list', { name: 'Problems' })).toContainText('Line 2 "[q]" is not a status')
  await expect(dialog.getByRole('button', { name: 'Apply changes' })).toBeDisabled()
})
