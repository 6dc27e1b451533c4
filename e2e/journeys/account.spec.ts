import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'
import { totpCode } from '../support/totp.ts'

const NEW_PASSWORD = 'Basalt-Column-77!'

async function signIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
}

async function logOutAt(page: Page) {
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await logOut(page)
}

test('a forgotten password is reset with the emailed link, which works once', async ({ page, person, product }) => {
  const ana = await person('Ana Ruiz')

  await page.goto('/login')
  await page.getByLabel('Email').fill(ana.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ana.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const link = await product.mailedLink(ana.email, 'reset-password')
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.reload()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Password Reset Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await signIn(page, ana.email, ana.password)
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, ana.email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('Invalid or missing reset token.')
})

test('a reset signs out the browser that was signed in with the old password', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  const tab = await page.context().newPage()
  await ana.call('POST', '/auth/forgot-password', { email: ana.email })

  await tab.goto(await product.mailedLink(ana.email, 'reset-password'))
  await tab.getByLabel('New password').fill(NEW_PASSWORD)
  await tab.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await tab.keyboard.press('Enter')

  await expect(tab.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('an email is verified with the emailed link, and the page still says so after a reload', async ({
  page,
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const link = await product.mailedLink(ana.email, 'verify-email')

  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await expect(page).toHaveURL(/\/verify-email$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email already verified' })).toBeVisible()
  await page.goto('/verify-email?token=never-issued')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await page.getByLabel('Email').fill(ana.email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('outbox')).toBeVisible()
  const profile = await ana.open('/profile')
  await expect(profile.getByText('Verified', { exact: true })).toBeVisible()
})

test('the owner of an email takes over an account without its password, and old credentials stop working', async ({
  page,
  person,
  product,
}) => {
  const squatter = await person('Ana Ruiz')
  const theirs = await squatter.open('/plans')

  await page.goto(await product.mailedLink(squatter.email, 'verify-email'))
  await page.getByRole('button', { name: 'Continue without the password' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await signIn(page, squatter.email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await signIn(theirs, squatter.email, squatter.password)
  await expect(theirs.getByRole('alert')).toBeVisible()
})

test('the email changes with the link sent to the new address', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  const email = `new.${ana.email}`

  await page.getByRole('button', { name: 'Change Email' }).click()
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Your password').fill(ana.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Open the link we sent to ${email} to confirm the change.`)).toBeVisible()

  await page.goto(await product.mailedLink(email, 'confirm-email'))
  await expect(page.getByText(`From now on, sign in with ${email}.`)).toBeVisible()
  await logOutAt(page)
  await signIn(page, email, ana.password)
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()
})

test('two-factor authentication can be enabled, used at sign-in with a recovery code, and disabled', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')

  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
  await page.getByLabel('Your password').fill(ana.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.getByRole('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = '', second = '', third = ''] = await codes.allInnerTexts()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('cairn-recovery-codes.txt')
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(page.getByRole('button', { name: 'Disable Two-Factor Authentication' })).toBeVisible()

  await logOut(page)
  await signIn(page, ana.email, ana.password)
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Code').fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()

  await logOut(page)
  await signIn(page, ana.email, ana.password)
  await page.getByLabel('Code').fill(second)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Open Security Settings in your profile' }).click()
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeFocused()
  await expect(page.getByText('8 left')).toBeVisible()
  await page.getByRole('button', { name: 'Disable Two-Factor Authentication' }).click()
  await page.getByLabel('Your password').fill(ana.password)
  await page.getByLabel('Code').fill(third)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Enable Two-Factor Authentication' })).toBeVisible()
  await logOut(page)
  await signIn(page, ana.email, ana.password)
  await expect(page.getByRole('heading', { name: 'My Plans' })).toBeVisible()
})

/** 512 px wide and high. */
const PICTURE = path.join(import.meta.dirname, '../../web/public/icons/icon-512.png')

test('the profile can be edited, and its avatar uploaded and removed', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await page.getByRole('link', { name: 'Profile' }).click()

  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ana Maria Ruiz')
  await page.getByLabel('Organization').fill('Stones Ltd')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ana Maria Ruiz' })).toBeVisible()

  await page
    .getByLabel('Avatar', { exact: true })
    .setInputFiles({ name: 'ana.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await expect(page.getByRole('alert')).toHaveText('Please select an image file (PNG, JPG, or GIF)')
  await page.getByLabel('Avatar', { exact: true }).setInputFiles(PICTURE)
  await page.getByRole('slider', { name: 'Zoom' }).press('End')
  await page.getByRole('button', { name: 'Save avatar' }).click()
  await expect(page.getByText('Avatar updated successfully!')).toBeVisible()
  const picture = page.getByRole('img', { name: 'Ana Maria Ruiz' })
  await expect(picture).toHaveAttribute('src', /\/avatars\//)
  // A quarter of 512 px: zoomed in four times.
  await expect(picture).toHaveJSProperty('naturalWidth', 128)

  await page.reload()
  await expect(picture).toHaveAttribute('src', /\/avatars\//)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(picture).toHaveAttribute('data-initials', 'AR')
})

test('changing the password ends the other sessions and keeps this one', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  const { session } = await ana.call<{ session: object }>('POST', '/auth/login', ana)
  const elsewhere = await ana.open('/login')
  await elsewhere.evaluate((stored) => localStorage.setItem('auth_session', JSON.stringify(stored)), session)
  await elsewhere.goto('/plans')
  await expect(elsewhere.getByRole('heading', { name: 'My Plans' })).toBeVisible()

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The current password is incorrect.')
  await page.getByLabel('Current password').fill(ana.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed and your other sessions are logged out.')).toBeVisible()

  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
})

test('signing in and out in one tab does the same in the others', async ({ page, person }) => {
  const ana = await person('Ana Ruiz')
  const other = await page.context().newPage()
  await other.goto('/login')
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  await signIn(page, ana.email, ana.password)
  await expect(other.getByRole('heading', { name: 'My Plans' })).toBeVisible()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
