import path from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'
import { totpCode } from '../support/totp.ts'

const PICTURE = path.join(import.meta.dirname, '../../web/public/icons/icon-512.png')

/** The server's settings with some changes. */
async function configure(page: Page, changes: object) {
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json()
    await route.fulfill({ json: { ...config, ...changes } })
  })
}

test('Registration that is closed or limited to domains', async ({ page }) => {
  await configure(page, { registration: 'closed' })
  await page.goto('/register')
  await page.getByRole('heading', { name: 'Registration is closed' }).waitFor()
  await shoot(page, 'register-closed')

  await page.unroute('**/api/config')
  await configure(page, { registration: 'domains', registration_domains: ['example.com', 'mountains.example.org'] })
  await page.goto('/register')
  await page.getByText('mountains.example.org').waitFor()
  await shoot(page, 'register-domains')
})

test('An invitation', async ({ page, person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const email = `new.${ben.email}`
  const { invite_url } = await ana.call<{ invite_url: string }>('POST', `/plans/${plan.id}/collaborators`, { email })
  const link = new URL(invite_url)
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByText(/invited you to work on/).waitFor()
  await shoot(page, 'register-invited')

  const bens = await ben.open(`${link.pathname}${link.search}`)
  await bens.getByText(/^This invitation is for/).waitFor()
  await shoot(bens, 'invitation-other')
})

test('The terms', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('heading', { name: 'Terms and conditions' }).waitFor()
  await shoot(page, 'terms')
})

test('An email that is already verified', async ({ page, person, product }) => {
  const ana = await person('Ana Ruiz')
  const link = await product.mailedLink(ana.email, 'verify-email')
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Email already verified' }).waitFor()
  await shoot(page, 'verify-twice')
})

test('An avatar', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  await page.getByLabel('Avatar', { exact: true }).setInputFiles(PICTURE)
  await page.getByRole('slider', { name: 'Zoom' }).waitFor()
  await shoot(page, 'avatar-crop')
})

test('An account registered by someone else', async ({ page, person, product }) => {
  const ana = await person('Ana Ruiz')
  await page.goto(await product.mailedLink(ana.email, 'verify-email'))
  await page.getByLabel('Password', { exact: true }).waitFor()
  await shoot(page, 'verify-password')
})

test('A password reset and what it revokes', async ({ page, person, product }) => {
  const ana = await person('Ana Ruiz')
  for (const name of ['Nightly report', 'Assistant on the laptop in the workshop', 'CI'])
    await ana.call('POST', '/auth/token', { name })
  await ana.call('POST', '/auth/forgot-password', { email: ana.email })
  await page.goto(await product.mailedLink(ana.email, 'reset-password'))
  await page.getByLabel('New password', { exact: true }).fill('Glacier-Ridge-77!')
  await page.getByLabel('Confirm password').fill('Glacier-Ridge-77!')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Password Reset Successful!' }).waitFor()
  await shoot(page, 'reset-done')
})

test('Email change', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  await page.getByRole('button', { name: 'Change Email' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'change-email')
  const email = `new.${ana.email}`
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Your password').fill(ana.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel change' }).waitFor()
  await page.getByRole('heading', { name: 'Email', exact: true }).scrollIntoViewIfNeeded()
  await shoot(page, 'change-email-sent')

  const link = await product.mailedLink(email, 'confirm-email')
  const ben = await person('Ben Okafor')
  const others = await ben.open(new URL(link).pathname + new URL(link).search)
  await others.getByRole('heading', { name: 'Another account is signed in' }).waitFor()
  await shoot(others, 'confirm-email-other')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Email changed' }).waitFor()
  await shoot(page, 'confirm-email')
})

test('Recovery codes', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { secret } = await ana.call<{ secret: string }>('POST', '/auth/two-factor/setup', { password: ana.password })
  const { recovery_codes } = await ana.call<{ recovery_codes: string[] }>('POST', '/auth/two-factor/enable', {
    code: totpCode(secret),
  })
  const page = await ana.open('/profile')
  await page.getByText(`${recovery_codes.length} left`).waitFor()
  await page.getByRole('heading', { name: 'Recovery codes' }).scrollIntoViewIfNeeded()
  await shoot(page, 'recovery-codes-left')
  await page.getByRole('button', { name: 'Replace Recovery Codes' }).click()
  await page.getByLabel('Your password').waitFor()
  await shoot(page, 'recovery-codes-replace')
  await page.getByLabel('Your password').fill(ana.password)
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery_codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I’ve saved my codes' }).waitFor()
  await shoot(page, 'recovery-codes-new')
})

test('A token that asks for the password', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  await page.route('**/api/auth/token', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { error: 'Enter your password.', code: 'password_required' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My assistant')
  await page.getByRole('radio', { name: /^Admin/ }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Your password').waitFor()
  await shoot(page, 'settings-token-password')
})

test('Plan activity', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Benedikta Okafor-Lindqvist')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const title = 'Carry the long ladder and all of the ropes from the hut to the upper edge of the crevasse'
  const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task' })
  await ana.call('PUT', `/plans/${plan.id}/nodes/${node.id}/status`, { status: 'in_progress' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'viewer' })
  await ana.call('PUT', `/plans/${plan.id}/collaborators/${ben.id}`, { role: 'editor' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: 'the.mason@example.com' })
  await ana.call('DELETE', `/plans/${plan.id}/collaborators/${ben.id}`)
  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'Search or run a command' }).press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('plan activity')
  await page.getByRole('option', { name: /^Plan activity/ }).click()
  await page
    .getByText(/invited/)
    .first()
    .waitFor()
  await shoot(page, 'plan-activity')
  await page.getByRole('radio', { name: 'Access' }).click()
  await page
    .getByText(/Benedikta/)
    .first()
    .waitFor()
  await shoot(page, 'plan-activity-access')
})
