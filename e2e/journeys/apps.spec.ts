import { startAssistant } from '../support/assistant.ts'
import { seriousFindings } from '../support/axe.ts'
import { expect, test } from '../support/people.ts'
import { totpCode } from '../support/totp.ts'

test('an assistant is let into one plan after the sign-in', async ({ person, page, product }) => {
  const ana = await person('Ana Ruiz')
  await ana.call('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', '/plans', { title: 'Secret ascent' })
  const assistant = await startAssistant(product.url, 'Helper')

  await page.goto(assistant.url)
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connect Helper to Cairn?' })).toBeVisible()
  await expect(page.getByText('Unverified app')).toBeVisible()
  await page.getByRole('combobox', { name: 'Plans' }).click()
  await page.getByRole('option', { name: 'Only “Cross the glacier”' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()

  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  expect((await assistant.returned()).get('state')).toBe('of the journey')
  const { access_token } = await assistant.redeem()
  const use = () => fetch(`${product.url}/api/plans`, { headers: { authorization: `Bearer ${access_token}` } })
  expect(await (await use()).json()).toMatchObject([{ title: 'Cross the glacier' }])

  await page.waitForURL(/\/callback/)
  await page.goto('/settings')
  const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  await expect(row).toContainText('Only Cross the glacier')
  await row.getByRole('button', { name: 'Disconnect Helper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No connected apps')).toBeVisible()
  expect((await use()).status).toBe(401)
  await assistant.close()
})

test('the consent comes after both factors of the sign-in, and is accessible', async ({ person, page, product }) => {
  const ana = await person('Ana Ruiz')
  const { secret } = await ana.call<{ secret: string }>('POST', '/auth/two-factor/setup', { password: ana.password })
  const { recovery_codes } = await ana.call<{ recovery_codes: string[] }>('POST', '/auth/two-factor/enable', {
    code: totpCode(secret),
  })
  const assistant = await startAssistant(product.url, 'Helper', 'plans:admin')

  await page.goto(assistant.url)
  await page.getByLabel('Email').fill(ana.email)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.getByRole('textbox').fill(recovery_codes[0] ?? '')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Connect Helper to Cairn?' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('radio', { name: /^Full access/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^Read and edit/ })).toBeChecked()
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await assistant.close()
})

test('an assistant that is denied returns without a code', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const assistant = await startAssistant(product.url, 'Helper')
  const page = await ana.open('/plans')

  await page.goto(assistant.url)
  await page.getByRole('button', { name: 'Deny' }).click()

  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  const returned = await assistant.returned()
  expect([returned.get('error'), returned.get('code')]).toEqual(['access_denied', null])
  await assistant.close()
})

test('a changed request says so and leads nowhere', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const assistant = await startAssistant(product.url, 'Helper')
  const page = await ana.open('/plans')

  await page.goto(assistant.url.replace('callback', 'elsewhere'))

  await expect(page.getByRole('heading', { name: 'This request doesn’t work' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Return/ })).toBeHidden()
  const { headers } = await fetch(assistant.url)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  await assistant.close()
})
