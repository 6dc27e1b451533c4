import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

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

test('Reset password', async ({ page }) => {
  await page.goto('/reset-password?token=an-old-one')
  await page.getByLabel('New password', { exact: true }).fill('Granite-Ridge-42!')
  await shoot(page, 'reset')

  await page.getByLabel('Confirm password').fill('Granite-Ridge-42!')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'reset-dead-link')
})

test('Verify e-mail', async ({ page }) => {
  await page.goto('/verify-email?token=an-old-one')
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await shoot(page, 'verify-dead-link')
})

test('An address that leads nowhere', async ({ page, person }) => {
  await page.goto('/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await shoot(page, 'not-found')

  const ana = await person('Ana Ruiz')
  const signedIn = await ana.open('/nowhere')
  await signedIn.getByRole('heading', { name: 'Page not found' }).waitFor()
  await shoot(signedIn, 'not-found-signed-in')
})
