// Several assignees, and watching and muting nodes.
import type { Page } from '@playwright/test'
import { seriousFindings } from '../support/axe.ts'
import { expect, type Person, test } from '../support/people.ts'

test.use({ reducedMotion: 'reduce' })

/** A plan of Ana's with three tasks, shared with the others. */
async function sharePlan(ana: Person, others: readonly Person[]) {
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const add = (title: string) =>
    ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task' })
  const [pack, train, walk] = [await add('Pack'), await add('Train'), await add('Walk')]
  for (const { email } of others) await ana.call('POST', `/plans/${plan.id}/collaborators`, { email, role: 'editor' })
  const path = `/plans/${plan.id}`
  return { path, plan, pack, train, walk, stored: { [`layout_mode:${plan.id}`]: 'tree' } }
}

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}`) })
const panelOf = (page: Page, title: string) => page.getByRole('region', { name: title })

test('people are assigned and ordered with the keyboard alone, filtered, and assigned to many', async ({ person }) => {
  const [ana, ben, cem] = [await person('Ana Ruiz'), await person('Ben Ode'), await person('Cem Ak')]
  const { path, pack, stored } = await sharePlan(ana, [ben, cem])
  const [page, bens] = [await ana.open(`${path}?node=${pack.id}`, { stored }), await ben.open(path, { stored })]
  await expect(row(bens, 'Pack')).toBeVisible()

  await panelOf(page, 'Pack').getByRole('button', { name: 'Unassigned, assign someone' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Search people...')).toBeFocused()
  await page.keyboard.type('ben')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  for (const name of ['Ana Ruiz', 'Cem Ak']) {
    const option = page.getByRole('option', { name: new RegExp(name) })
    for (let step = 0; step < 3 && (await option.getAttribute('aria-selected')) !== 'true'; step++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(option).toHaveAttribute('aria-checked', 'true')
  }
  const order = page.getByRole('list', { name: 'Assignees in order' }).getByRole('button')
  await expect(order).toHaveText([/Ben Ode/, /Ana Ruiz/, /Cem Ak/])
  await page.keyboard.press('Alt+ArrowUp')
  await expect(order).toHaveText([/Ben Ode/, /Cem Ak/, /Ana Ruiz/])
  await order.last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Make first' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(order).toHaveText([/Ana Ruiz/, /Ben Ode/, /Cem Ak/])
  await order.last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(order).toHaveText([/Ana Ruiz/, /Cem Ak/, /Ben Ode/])
  await expect(page.getByRole('button', { name: 'Ben Ode, 3 of 3' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  const label = 'Assigned to Ana Ruiz, Cem Ak and Ben Ode'
  await expect(panelOf(page, 'Pack').getByRole('button', { name: label })).toBeFocused()
  await expect(row(bens, 'Pack').getByRole('img', { name: label })).toBeVisible()

  // A mixed selection.
  await page.keyboard.press('Escape')
  await row(bens, 'Pack').click()
  await row(bens, 'Train').click({ modifiers: ['Control'] })
  const bar = bens.getByRole('toolbar', { name: 'Selected nodes' })
  await bar.getByRole('button', { name: 'Assign' }).click()
  const option = bens.getByRole('option', { name: /Cem Ak/ })
  await expect(option).toHaveAttribute('aria-checked', 'mixed')
  expect(await seriousFindings(bens)).toEqual([])
  await option.click()
  await expect(option).toHaveAttribute('aria-checked', 'true')
  await bens.keyboard.press('Escape')
  await expect(row(page, 'Train').getByRole('img', { name: 'Assigned to Cem Ak' })).toBeVisible()

  // Any of several people.
  await bens.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('checkbox', { name: 'Cem Ak' }).check()
  await expect(page.getByRole('treeitem')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Cem Ak' }).uncheck()
  await page.getByRole('checkbox', { name: 'Me', exact: true }).check()
  await expect(page.getByRole('treeitem')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'No one' }).check()
  await expect(page.getByRole('treeitem')).toHaveCount(2)
})

test('watching and muting are private, automatic when assigned, and silence changes by others', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Ode')]
  const { path, plan, pack, train, stored } = await sharePlan(ana, [ben])
  const [anas, bens] = [await ana.open(`${path}?node=${pack.id}`, { stored }), await ben.open(path, { stored })]
  await expect(row(bens, 'Train')).toBeVisible()

  await panelOf(anas, 'Pack').getByRole('button', { name: 'Not watching' }).press('Enter')
  await anas.keyboard.press('Home')
  await expect(anas.getByRole('menuitemradio', { name: /^Watching/ })).toBeFocused()
  expect(await seriousFindings(anas)).toEqual([])
  await anas.keyboard.press('Enter')
  await expect(row(anas, 'Pack').getByRole('img', { name: 'Watched by you' })).toBeVisible()

  await ana.call('POST', `/plans/${plan.id}/nodes/${train.id}/assign`, { user_id: ben.id })
  await expect(row(bens, 'Train').getByRole('img', { name: 'Watched by you' })).toBeVisible()
  await expect(row(bens, 'Pack').getByRole('img', { name: 'Watched by you' })).toHaveCount(0)
  await expect(row(anas, 'Train').getByRole('img', { name: 'Watched by you' })).toHaveCount(0)
  await bens.getByRole('button', { name: 'Filter' }).click()
  await bens.getByRole('checkbox', { name: 'Watched by me' }).check()
  await expect(bens.getByRole('treeitem')).toHaveCount(1)
  await bens.getByRole('checkbox', { name: 'Watched by me' }).uncheck()
  await bens.keyboard.press('Escape')

  await row(bens, 'Train').click()
  await panelOf(bens, 'Train').getByRole('button', { name: 'Watching', exact: true }).click()
  await bens.getByRole('menuitemradio', { name: /^Muted/ }).click()
  await expect(panelOf(bens, 'Train').getByRole('button', { name: 'Muted' })).toBeVisible()
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${train.id}`)
  await expect(panelOf(bens, 'Train')).toHaveCount(0)
  await row(bens, 'Pack').click()
  await expect(panelOf(bens, 'Pack')).toBeVisible()
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${pack.id}`)
  await expect(bens.getByText('Ana Ruiz moved “Pack” to the trash')).toBeVisible()
  await expect(bens.getByText('Ana Ruiz moved “Train” to the trash')).toHaveCount(0)
})
