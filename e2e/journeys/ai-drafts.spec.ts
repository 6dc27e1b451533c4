import type { Page } from '@playwright/test'
import { type ProductWithAi, startProductWithAi } from '../support/aiService.ts'
import { test as base, expect, type Person } from '../support/people.ts'

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })

async function openPlan(ana: Person): Promise<Page> {
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes/tree`, {
    nodes: [
      {
        title: 'Expedition',
        node_type: 'root',
        children: [{ title: 'Prepare', node_type: 'phase', children: [{ title: 'Pack', node_type: 'task' }] }],
      },
    ],
  })
  const page = await ana.open(`/plans/${plan.id}`, { stored: { [`layout_mode:${plan.id}`]: 'tree' } })
  await expect(row(page, 'Prepare')).toBeVisible()
  return page
}

async function choose(page: Page, title: string, item: string): Promise<void> {
  await row(page, title).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

base('without a service no draft by AI is offered', async ({ person }) => {
  const page = await openPlan(await person('Ana Ruiz'))
  await row(page, 'Prepare').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Add child' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Break down…' })).toHaveCount(0)
})

const test = base.extend<object, { product: ProductWithAi }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProductWithAi()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

test.describe('with a service', () => {
  test('a node is broken down: the draft is edited, added in one step and undone', async ({ person, product }) => {
    const page = await openPlan(await person('Ana Ruiz'))
    await choose(page, 'Prepare', 'Break down…')
    const dialog = page.getByRole('dialog', { name: 'Break down with AI' })
    await dialog.getByLabel('What matters').fill('Only by train')
    await dialog.getByRole('button', { name: 'Draft with AI' }).click()
    const refused = await product.question()
    refused.refuse(429, 'Too many tokens')
    await expect(dialog.getByRole('alert')).toContainText('429')

    await dialog.getByRole('button', { name: 'Draft with AI' }).click()
    const question = await product.question()
    expect(question.text).toContain('> Only by train')
    question.say('{"nodes":[{"title":"Buy tickets","description":"","children":[]},{"title":"Book')
    await expect(dialog.getByText('Buy tickets')).toBeVisible()
    question.say(' beds","children":[{"title":"Call the hut"}]},{"title":"Sleep"}]}')
    question.end()
    await expect(dialog.getByRole('status')).toHaveText('4 nodes, drafted by AI')
    await dialog.getByLabel('Title 1').fill('Buy train tickets')
    await dialog.getByRole('button', { name: 'Remove “Sleep”' }).click()
    await dialog.getByRole('button', { name: 'Move “Book beds” up' }).click()
    await dialog.getByRole('button', { name: 'Add node' }).click()
    await expect(dialog.getByLabel('Title 4')).toBeFocused()
    await page.keyboard.type('Check weather')
    await dialog.getByRole('button', { name: 'Add 4 nodes' }).click()
    await expect(dialog).toBeHidden()
    for (const title of ['Book beds', 'Call the hut', 'Buy train tickets', 'Check weather'])
      await expect(row(page, title)).toBeVisible()
    await expect(row(page, 'Sleep')).toHaveCount(0)
    await expect(page.getByText('4 nodes added from an AI draft')).toBeVisible()
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(row(page, 'Book beds')).toHaveCount(0)
    await expect(row(page, 'Pack')).toBeVisible()
  })

  test('a phase is summarized into its log, and a weekly report is drafted and stopped', async ({
    person,
    product,
  }) => {
    const ana = await person('Ana Ruiz')
    const page = await openPlan(ana)
    await choose(page, 'Prepare', 'Summarize…')
    const summary = page.getByRole('dialog', { name: 'Summarize with AI' })
    const question = await product.question()
    expect(question.text).toContain('task, not_started: "Pack"')
    question.say('Nothing is packed.')
    question.end()
    const text = summary.getByRole('textbox', { name: 'Summary' })
    await expect(text).toHaveValue('Nothing is packed.')
    await expect(text).toBeEditable()
    await text.fill('Nothing is packed yet.')
    await summary.getByRole('button', { name: 'Add to log' }).click()
    await expect(summary).toBeHidden()
    await expect(page.getByText('Summary added to the log')).toBeVisible()
    const planId = /plans\/([0-9a-f-]{36})/.exec(page.url())?.[1]
    const nodes = await ana.call<{ id: string; title: string }[]>('GET', `/plans/${planId}/nodes`)
    const phase = nodes.find(({ title }) => title === 'Prepare')?.id
    expect(await ana.call('GET', `/plans/${planId}/nodes/${phase}/logs`)).toEqual([
      expect.objectContaining({ content: 'Nothing is packed yet.', log_type: 'progress', tags: ['AI draft'] }),
    ])

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Draft weekly report…' }).click()
    const report = page.getByRole('dialog', { name: 'Draft weekly report' })
    const asked = await product.question()
    expect(asked.text).toContain('What happened, newest first')
    asked.say('## Done')
    await expect(report.getByRole('textbox', { name: 'Report' })).toHaveValue('## Done')
    await report.getByRole('button', { name: 'Stop' }).click()
    await asked.broken
    await expect(report.getByRole('button', { name: 'Draft again' })).toBeVisible()
    await expect(report.getByRole('textbox', { name: 'Report' })).toBeEditable()
  })
})
