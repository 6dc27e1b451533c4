import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

const plan = (title: string) => ({ title })
const task = (title: string, parent_id: string | null = null) => ({ title, node_type: 'task', parent_id })
const offline = (page: Page) => page.getByRole('banner').getByText('Offline')

test('an unstable connection shows no unsaved change as saved, and pages load automatically afterwards', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', plan('Hut tour'))
  await ana.call('POST', '/plans', plan('Sold boat'))
  const node = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, task('Book the hut'))
  const page = await ana.open('/plans')
  await expect(page.getByText('Sold boat')).toBeVisible()
  await page.goto('/plans/new')
  await page.goto('/plans')
  await expect(page.getByText('Sold boat')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Sold boat' }).click()
  // Escape closes a menu once the focus is in it.
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
  await page.context().setOffline(true)
  await expect(offline(page)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Sold boat' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Sold boat')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Hut tour' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText(/Cannot reach the server/).first()).toBeVisible()
  await expect(page.getByText('Archived', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('main').getByText(/Cannot reach the server/)).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(offline(page)).toBeHidden()
  await expect(page.getByText('Sold boat')).toBeVisible()
  await page.goto(`/plans/${id}?node=${node.id}`)
  await expect(page.getByRole('treeitem', { name: /^Book the hut/ })).toBeVisible()

  await page.context().setOffline(true)
  await expect(offline(page)).toBeVisible()
  await page.getByRole('treeitem', { name: /^Book the hut/ }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Book two huts')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Failed to save “Book two huts”')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^Book the hut/ })).toBeVisible()
  await page.getByRole('link', { name: 'My Plans' }).first().click()
  await expect(page).toHaveURL(/\/plans$/)
  await expect(offline(page)).toBeVisible()
  await page.goBack()

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('treeitem', { name: /^Book two huts/ })).toBeVisible()
  await expect(offline(page)).toBeHidden()
})

test('two tabs share collapsed branches and show each other’s changes', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', plan('Hut tour'))
  for (const title of ['North', 'South']) {
    const parent = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, task(title))
    await ana.call('POST', `/plans/${id}/nodes`, task(`${title} hut`, parent.id))
  }
  const first = await ana.open(`/plans/${id}`)
  const second = await first.context().newPage()
  await second.goto(`/plans/${id}`)
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}(,|$)`) })
  for (const page of [first, second]) await expect(row(page, 'North hut')).toBeVisible()

  await row(first, 'North').focus()
  await row(second, 'South').focus()
  await Promise.all([first, second].map((page) => page.keyboard.press('ArrowLeft')))
  await expect(row(first, 'North hut')).toBeHidden()
  await expect(row(second, 'South hut')).toBeHidden()
  await row(second, 'North hut').focus()
  await second.keyboard.press('F2')
  await second.keyboard.type('Summit hut')
  await second.keyboard.press('Escape')
  await second.keyboard.press('F2')
  await second.keyboard.press('ControlOrMeta+A')
  await second.keyboard.type('Summit hut')
  await second.keyboard.press('Enter')
  await second.keyboard.press('Escape')
  await expect(first.getByRole('article', { name: /^Summit hut/ })).toBeVisible()
  // Written a moment after the last change.
  for (const page of [first, second])
    await expect
      .poll(() => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').flipped, `tree_expansion:${id}`))
      .toHaveLength(2)
  await Promise.all([first, second].map((page) => page.reload()))

  for (const page of [first, second]) {
    await expect(row(page, 'North')).toBeVisible()
    await expect(row(page, 'South hut')).toBeHidden()
    await expect(row(page, 'Summit hut')).toBeHidden()
  }
})

test('an expired session keeps typed text for the same user only', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { id } = await ana.call<{ id: string }>('POST', '/plans', plan('Hut tour'))
  const node = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, task('Book the hut'))
  const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  const page = await ana.open('/plans/new')
  await page.getByLabel('Title').fill('Glacier crossing')
  await page.getByLabel('Description').fill('Ropes for six people')
  const { access_token } = ana.session
  await ana.call('POST', '/auth/logout')
  await page.getByRole('button', { name: 'Create Plan' }).click()

  await expect(page.getByText('Your session has ended. Sign in again to continue. Your text is kept.')).toBeVisible()
  await signIn(page, ben)
  await expect(page).toHaveURL(/\/plans$/)
  await page.goto('/plans/new')
  await expect(page.getByLabel('Description')).toHaveValue('')
  await page.getByRole('button', { name: /^Logout|^Sign out/ }).click()
  await signIn(page, ana)
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()
  await page.goto('/plans/new')
  await expect(page.getByLabel('Title')).toHaveValue('Glacier crossing')
  await expect(page.getByLabel('Description')).toHaveValue('Ropes for six people')

  await page.goto(`/plans/${id}?node=${node.id}`)
  const composer = page.getByRole('form', { name: 'Add an entry' })
  await composer.getByRole('textbox', { name: 'Log entry' }).fill('The hut is full')
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('auth_session') ?? '{}').access_token as string,
  )
  expect(token).not.toBe(access_token)
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await expect(page.getByText(/^Your session has ended/)).toBeVisible()
  await signIn(page, ana)
  await expect(page).toHaveURL(new RegExp(`/plans/${id}\\?node=${node.id}$`))
  await expect(composer.getByRole('textbox', { name: 'Log entry' })).toHaveValue('The hut is full')
})

test('a plan that was deleted opens again when it is restored', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { id } = await ana.call<{ id: string }>('POST', '/plans', plan('Hut tour'))
  await ana.call('POST', `/plans/${id}/nodes`, task('Book the hut'))
  await ana.call('POST', `/plans/${id}/collaborators`, { email: ben.email, role: 'editor' })
  const page = await ben.open(`/plans/${id}`)
  await expect(page.getByRole('treeitem', { name: /^Book the hut/ })).toBeVisible()

  const isWatched = page.waitForRequest((request) => request.url().endsWith('/live/ticket'))
  await ana.call('DELETE', `/plans/${id}`)
  await expect(page.getByRole('heading', { name: 'Plan not found' })).toBeVisible()
  await isWatched
  await ana.call('POST', `/plans/${id}/restore`)
  await expect(page.getByRole('treeitem', { name: /^Book the hut/ })).toBeVisible()
})
