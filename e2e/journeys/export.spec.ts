import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

const TITLES = ['Expedition', 'Prepare', 'Buy ropes & <maps>', 'Set off']

async function openGraph(person: Parameters<Parameters<typeof test>[2]>[0]['person']): Promise<Page> {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const nodes = [
    { title: TITLES[0], node_type: 'root' },
    { title: TITLES[1], node_type: 'phase' },
    { title: TITLES[2], node_type: 'task' },
    { title: TITLES[3], node_type: 'task' },
  ]
  let parent_id: string | undefined
  for (const node of nodes) {
    const made = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { ...node, parent_id })
    if (node.node_type !== 'task') parent_id = made.id
  }
  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(page.getByRole('article', { name: /^Expedition,/ })).toBeVisible()
  return page
}

async function chooseFromCanvas(page: Page, item: string): Promise<void> {
  await page.locator('.graph-pane').click({ button: 'right', position: { x: 20, y: 300 } })
  await page.getByRole('menuitem', { name: item }).click()
}

test('the graph is exported as PNG and SVG, and printed', async ({ person }) => {
  const page = await openGraph(person)

  const png = page.waitForEvent('download')
  await chooseFromCanvas(page, 'Export as PNG')
  expect((await png).suggestedFilename()).toMatch(/^Cross-the-glacier-\d{4}-\d\d-\d\d\.png$/)
  const bytes = await readFile(await (await png).path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  expect(width).toBeGreaterThanOrEqual(1_280)
  expect(height).toBeGreaterThan(600)

  const svg = page.waitForEvent('download')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('export graph as svg')
  await page.keyboard.press('Enter')
  const text = await readFile(await (await svg).path(), 'utf8')
  const found = await page.evaluate((source) => {
    const { documentElement: root } = new DOMParser().parseFromString(source, 'image/svg+xml')
    return { name: root.nodeName, width: root.getAttribute('width'), texts: root.textContent ?? '' }
  }, text)
  expect(found).toMatchObject({ name: 'svg', width: String(width / 2) })
  for (const title of ['Cross the glacier', '4 nodes', ...TITLES]) expect(found.texts).toContain(title)

  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector('.print-sheets')?.textContent ?? ''
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await chooseFromCanvas(page, 'Print')
  await expect(page.locator('body')).toHaveAttribute('data-printed', /Cross the glacier/)
  await expect(page.locator('.print-sheets')).toHaveCount(0)
})
