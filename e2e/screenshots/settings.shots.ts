import type { Page } from '@playwright/test'
import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const DAY_MS = 86_400_000

/** Takes a screenshot of one section of the page, scrolled to the top. */
async function shootSection(page: Page, heading: string, name: string) {
  await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await shoot(page, name)
}

test('Settings without a token', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  await page.getByText('No API tokens yet').waitFor()
  await shoot(page, 'settings-empty')
})

test('Connect an assistant', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  await page.getByText(/needs a public https address/).waitFor()
  await shootSection(page, 'Connect an assistant', 'settings-connect-hosted')
  await page.getByRole('tab', { name: 'Claude Code' }).click()
  await shootSection(page, 'Connect an assistant', 'settings-connect-new')
  await page.getByRole('button', { name: 'Connect Claude Code' }).click()
  await page.getByText('Waiting for the first call from Claude Code...').waitFor()
  // Its spinner never ends before the call, so only the end is shown.
  const [token] = /cairn_[\w-]+/.exec((await page.getByText(/^claude mcp add/).textContent()) ?? '') ?? []
  await fetch(`${product.url}/api/plans`, { headers: { authorization: `Bearer ${token}` } })
  await page.getByText(/^Claude Code is connected/).waitFor()
  await shootSection(page, 'Connect an assistant', 'settings-connect-done')
})

test('API tokens', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const expires = (ms: number) => new Date(Date.now() + ms).toISOString()
  await ana.call('POST', '/auth/token', { name: 'Old import', expires_at: expires(1_000) })
  await ana.call('POST', '/auth/token', { name: 'My assistant', permissions: ['read', 'write', 'admin'] })
  await ana.call('POST', '/auth/token', {
    name: 'Nightly report to all subscribers, by email',
    permissions: ['read', 'write'],
    expires_at: expires(30 * DAY_MS),
  })
  const page = await ana.open('/settings')
  await page.getByText('My assistant').waitFor()
  await shoot(page, 'settings')

  await page.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Name is required').waitFor()
  await shoot(page, 'settings-token-create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly digest')
  await page.getByRole('radio', { name: /^Write/ }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Create a plan with curl').waitFor()
  await shoot(page, 'settings-token-created')
  await page.keyboard.press('Escape')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'settings-token-warned')
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Revoke My assistant' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'settings-token-revoke')
})

test('Sessions and account deletion', async ({ person, product }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  for (const userAgent of [PHONE, 'curl/8.5.0'])
    await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email: ana.email, password: ana.password }),
    })
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email })
  const page = await ana.open('/settings')
  await page.getByText('This device').waitFor()
  await shootSection(page, 'Sessions', 'settings-sessions')

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(ana.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Cross the glacier' }).waitFor()
  await shoot(page, 'settings-delete-account')
  await ana.call('DELETE', `/plans/${plan.id}`)
  await page.keyboard.press('Enter')
  await page.getByText('Your account has been deleted.').waitFor()
  await shoot(page, 'login-after-delete')
})

test('A page whose code fails to load', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await page.route(/SettingsPage.*\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Account menu of Ana Ruiz' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: /^Loading chunk/ }).waitFor()
  await shoot(page, 'chunk-failed')
})
