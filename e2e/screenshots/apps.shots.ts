import { startAssistant } from '../support/assistant.ts'
import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

test('Letting an app in, and connected apps', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  await ana.call('POST', '/plans', { title: 'Cross the glacier before the season ends, with two ropes' })
  const page = await ana.open('/settings')
  await page.getByText('No connected apps').scrollIntoViewIfNeeded()
  await shoot(page, 'apps-empty')

  const assistant = await startAssistant(product.url, 'Research helper', 'plans:admin')
  await page.goto(assistant.url)
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  await shoot(page, 'apps-consent')
  await page.getByRole('combobox', { name: 'Plans' }).click()
  await page.getByRole('option', { name: /glacier/ }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await assistant.redeem()
  await assistant.close()

  const other = await startAssistant(product.url, 'Claude')
  await page.goto(other.url)
  await page.getByRole('button', { name: 'Allow' }).click()
  await other.redeem()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  await page.goto(other.url.replace('client_id=', 'client_id=un'))
  await page.getByRole('alert').waitFor()
  await shoot(page, 'apps-refused')
  await page.goto(other.url.replace('S256', 'plain'))
  await page.getByRole('alert').waitFor()
  await shoot(page, 'apps-refused-return')
  await other.close()

  await page.goto('/settings')
  await page.getByRole('list', { name: 'Connected apps' }).scrollIntoViewIfNeeded()
  await shoot(page, 'apps-connected')
  await page.getByRole('button', { name: 'Disconnect Claude' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'apps-disconnect')
})
