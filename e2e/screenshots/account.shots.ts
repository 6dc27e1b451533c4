import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'
import { totpCode } from '../support/totp.ts'

test('Sign in', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try Demo Account' }).waitFor()
  await shoot(page, 'login')

  await page.getByLabel('Email').fill('ana.ruiz@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'login-failed')
})

test('Register', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full name').waitFor()
  await shoot(page, 'register')

  await page.getByLabel('Password', { exact: true }).fill('Granite-42')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').first().waitFor()
  await shoot(page, 'register-errors')
})

test('Forgot password', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('ana.ruiz')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'forgot-errors')

  await page.getByLabel('Email').fill('ana.ruiz@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await shoot(page, 'forgot-sent')
})

test('Reset password', async ({ page, person, product }) => {
  const ana = await person('Ana Ruiz')
  await ana.call('POST', '/auth/forgot-password', { email: ana.email })
  await page.goto(await product.mailedLink(ana.email, 'reset-password'))
  await page.getByLabel('New password', { exact: true }).fill('Granite-Ridge-42!')
  await shoot(page, 'reset')

  await page.goto('/reset-password?token=an-old-one')
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await shoot(page, 'reset-dead-link')
})

test('Verify email', async ({ page }) => {
  await page.goto('/verify-email?token=an-old-one')
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await shoot(page, 'verify-dead-link')
})

test('Verified email', async ({ page, person, product }) => {
  const ana = await person('Ana Ruiz')
  await page.goto(await product.mailedLink(ana.email, 'verify-email'))
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  await shoot(page, 'verified')
})

test('Profile', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('A')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'profile-edit')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByLabel('Avatar', { exact: true })
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await page.getByRole('alert').waitFor()
  await shoot(page, 'profile')
})

test('Profile of the demo account', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try Demo Account' }).click()
  await page.getByRole('heading', { name: 'My Plans' }).waitFor()
  await page.goto('/profile')
  await page.getByText('You’re using the shared demo account').waitFor()
  await shoot(page, 'profile-demo')
})

test('Change password', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('Granite-Ridge-42!')
  await page.getByLabel('Confirm password').fill('Granite-Ridge-42!')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'change-password')
})

test('Two-factor', async ({ page: stranger, person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
  await shoot(page, 'two-factor-password')
  await page.getByLabel('Your password').fill(ana.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await shoot(page, 'two-factor-qr')

  const secret = (await page.getByRole('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I’ve saved my codes' }).waitFor()
  await shoot(page, 'two-factor-codes')
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.getByRole('button', { name: 'Disable Two-Factor Authentication' }).click()
  await shoot(page, 'two-factor-disable')

  await stranger.goto('/login')
  await stranger.getByLabel('Email').fill(ana.email)
  await stranger.getByLabel('Password', { exact: true }).fill(ana.password)
  await stranger.keyboard.press('Enter')
  await stranger.getByLabel('Code').waitFor()
  await shoot(stranger, 'login-two-factor')
})

test('A URL that does not exist', async ({ page, person }) => {
  await page.goto('/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await shoot(page, 'not-found')

  const ana = await person('Ana Ruiz')
  const signedIn = await ana.open('/nowhere')
  await signedIn.getByRole('heading', { name: 'Page not found' }).waitFor()
  await shoot(signedIn, 'not-found-signed-in')
})
