import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

const KB = 1024

/** Returns a function that limits the page's upload speed in bytes per second; -1 for no limit. */
async function sendingOf(page: Page): Promise<(uploadThroughput: number) => Promise<unknown>> {
  const client = await page.context().newCDPSession(page)
  return (uploadThroughput) =>
    client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

test('a slow upload continues while another node is open, and a failed one shows its name', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  for (const title of ['Pack', 'Train'])
    await ana.call('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task', parent_id: null })
  const page = await ana.open(`/plans/${plan.id}`)
  const openFiles = async (title: string) => {
    await page.getByRole('treeitem', { name: new RegExp(`^${title},`) }).click()
    await page
      .getByRole('region', { name: title })
      .getByRole('tab', { name: /^Files/ })
      .click()
  }
  const upload = (name: string, size: number) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') })
  const bar = page.getByRole('progressbar', { name: 'Uploading ropes.txt' })
  await openFiles('Pack')
  // Slow enough that the upload is still running until the limit is removed.
  const letSend = await sendingOf(page)
  await letSend(30 * KB)

  await upload('ropes.txt', 900 * KB)
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await openFiles('Train')
  await openFiles('Pack')
  const before = Number(await bar.getAttribute('aria-valuenow'))
  expect(before).toBeLessThan(100)
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  await letSend(-1)
  await expect(page.getByRole('link', { name: 'ropes.txt' })).toBeVisible()

  let refuse = () => {}
  const refusal = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/artifacts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await refusal
    await route.fulfill({ status: 507, json: { error: 'The disk is full.', code: 'disk_full' } })
  })
  await upload('tents.txt', 50 * KB)
  await openFiles('Train')
  refuse()
  await expect(page.getByText('Failed to upload “tents.txt”')).toBeVisible()
  await page.unroute('**/artifacts')
  await openFiles('Pack')
  await expect(page.getByRole('alert')).toHaveText('The disk is full.')
  await page.getByRole('region', { name: 'Pack' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'tents.txt' })).toBeVisible()
})
