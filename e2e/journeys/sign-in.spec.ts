import { expect, test } from '../support/people.ts'

test('a new user registers and lands on My Plans', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Ana Ruiz')
  await page.getByLabel('Email').fill('ana.ruiz@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Granite-Ridge-42!')
  await page.getByLabel('Confirm password').fill('Granite-Ridge-42!')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/\/plans$/)
})

test('the sign-in page loads no dialogs, menus, toasts or parts of a plan', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()

  const code = (await Promise.all(scripts)).join('\n')
  expect(code).toContain('Forgot password')
  for (const part of ['data-sonner-toast', 'data-radix-popper-content-wrapper', 'DialogContent', 'Not started'])
    expect(code.includes(part), part).toBe(false)
})

test('a plan survives a server restart', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  await ana.call('POST', '/plans', { title: 'Cross the glacier' })

  await product.restart()
  const page = await ana.open('/plans')

  await expect(page.getByText('Cross the glacier')).toBeVisible()
})

test('a signed-out user is sent to sign in, then to the requested page', async ({ page, person }) => {
  const ana = await person('Ana Ruiz')

  await page.goto('/plans/new')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL(/\/plans\/new$/)
})
