import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

const isDark = (page: Page) => page.locator('html.dark').count()

test('the theme follows the system until the user chooses one', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible()

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Switch to light mode' }).click()
  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()

  await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible()
  expect(await isDark(page)).toBe(0)
})

test('a page whose code fails to load shows an error and loads after a reload', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await page.route(/SettingsPage.*\.js$/, (route) => route.abort())

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: /^Loading chunk \d+ failed$/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.unroute(/SettingsPage.*\.js$/)
  await page.getByRole('button', { name: 'Reload' }).click()

  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
})

/** Holds back files until the returned function lets them through. */
async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let letThrough = () => {}
  const isFree = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(files, async (route) => {
    await isFree
    await route.continue()
  })
  return letThrough
}

test('a new node gets the title that was typed while its dialog was loading', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Expedition', node_type: 'root' })
  const page = await ana.open('/plans')
  const letThrough = await holdBack(page, /OpenDialog.*\.js$/)
  await page.goto(`/plans/${plan.id}`)
  await expect(page.getByRole('treeitem', { name: /^Expedition/ })).toBeVisible()

  await page.keyboard.press('n')
  await page.keyboard.type('Pack the snacks')
  letThrough()

  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Pack the snacks')
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
})

test('a menu opens once its code has loaded, and returns the focus', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  const letThrough = await holdBack(page, /MenuPanel.*\.js$/)
  await page.reload()
  const button = page.getByRole('button', { name: 'Account menu of Ana Ruiz' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  letThrough()

  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')

  await expect(button).toBeFocused()
})

test('menus and dialogs of a plan open offline, because it has loaded them', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Expedition', node_type: 'root' })
  const page = await ana.open('/plans')
  const last = page.waitForResponse(/OpenDialog.*\.js$/)
  await page.goto(`/plans/${plan.id}`)
  await (await last).finished()
  await page.context().setOffline(true)

  await page.getByRole('treeitem', { name: /^Expedition/ }).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Node' })).toBeVisible()
})

test('the first Tab focuses the skip link', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  await expect(page.getByRole('heading', { name: 'API Tokens' })).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
})

test('the header fits a phone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings', { viewport: { width: 390, height: 844 } })
  await expect(page.getByRole('heading', { name: 'API Tokens' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu of Ana Ruiz' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 })

  const width = await page.evaluate(() => document.documentElement.scrollWidth)

  expect(width).toBe(390)
})

test('the app can be installed: its manifest and icons are there', async ({ page }) => {
  await page.goto('/login')
  const manifest = await page.request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '')
  const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string; type: string }[] }
  const touchIcon = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''

  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, type, sizes } of [...icons, { src: touchIcon, type: 'image/png', sizes: '180x180' }]) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    // The width in the header of a PNG.
    if (type === 'image/png') expect(`${(await icon.body()).readUInt32BE(16)}`).toBe(sizes.split('x')[0])
  }
})

test('the plan page preloads the workspace code, and only existing files', async ({ page }) => {
  const links = async (address: string) =>
    (await (await page.request.get(address)).text()).match(/(?<=rel="modulepreload" crossorigin href=")[^"]+/g) ?? []

  const named = await links('/plans/01a2014a-32c6-7160-b6f6-b055947ce149')
  expect(named.filter((file) => file.includes('workspace'))).toHaveLength(1)
  for (const file of named) expect((await page.request.get(file)).headers()['content-type']).toContain('javascript')
  expect(await links('/plans/new')).toEqual([])
})
