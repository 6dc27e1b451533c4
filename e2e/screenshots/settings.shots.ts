import type { Page } from '@playwright/test'
import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

/** Makes a picture of one section of the page, at the top of the window. */
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

test('API tokens', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const soon = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await ana.call('POST', '/auth/token', { name: 'Nightly report', permissions: ['read'], expires_at: soon })
  await ana.call('POST', '/auth/token', { name: 'Planning assistant', permissions: ['read', 'write'] })
  await ana.call('POST', '/auth/token', { name: 'Backup of the whole team', permissions: ['admin'] })
  const page = await ana.open('/settings')
  await page.getByText('Nightly report').waitFor()
  await shoot(page, 'settings')

  await page.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly digest')
  await shoot(page, 'settings-token-create')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('textbox', { name: 'Token' }).waitFor()
  await shoot(page, 'settings-token-created')
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'settings-token-revoke')
})

test('Sessions and the end of an account', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  await page.getByText('This device').waitFor()
  await shootSection(page, 'Sessions', 'settings-sessions')

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'settings-delete-account')
})
