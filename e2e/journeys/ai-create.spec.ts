import type { Page } from '@playwright/test'
import { type ProductWithAi, startProductWithAi } from '../support/aiService.ts'
import { test as base, expect } from '../support/people.ts'

const QUESTION = 'What do you want to plan?'
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Creating your plan...' })
const step = (page: Page) => overlay(page).locator('[aria-current=step]')

base('without a service a sample plan is made, by keyboard alone, and says that it is one', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/ai-create')
  await expect(page.getByText(/you’ll get a sample plan/)).toBeVisible()
  await expect(page.getByLabel(QUESTION)).toBeFocused()

  await page.keyboard.type('Build a mobile app for hikers')
  await expect(page.getByText('29/1000')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(overlay(page)).toBeVisible()
  await page.waitForURL(/\/plans\/[0-9a-f-]{36}$/)

  await expect(page.getByText('This is a sample plan, created without AI. Edit it to fit your project.')).toBeVisible()
  const rows = page.getByRole('treeitem')
  await expect(rows).not.toHaveCount(1)
  const plans = await ana.call<{ title: string; status: string; progress: number }[]>('GET', '/plans')
  expect(plans).toEqual([expect.objectContaining({ status: 'draft', progress: 0 })])
  await expect(page.getByRole('heading', { name: plans[0]?.title ?? '' })).toBeVisible()
  await expect(rows.first()).toHaveAttribute('aria-label', new RegExp(`^${plans[0]?.title},`))
})

base('cancelling before the steps of a sample have been seen leaves no plan', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/ai-create')
  await page.getByRole('button', { name: 'Online course' }).click()

  // The clock is paused, so the plan is ready before the steps have been shown.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.getByRole('button', { name: 'Generate plan' }).click()
  await expect(step(page)).toHaveText('Understanding requirements')
  await expect.poll(() => ana.call('GET', '/plans')).toHaveLength(1)
  await page.keyboard.press('Escape')

  await expect(overlay(page)).toHaveCount(0)
  await expect(page.getByLabel(QUESTION)).toHaveValue(/online course/)
  await expect.poll(() => ana.call('GET', '/plans')).toEqual([])
  expect(page.url()).toContain('/plans/ai-create')
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
  test('the overlay shows the reply as it streams, then opens the plan', async ({ person, product }) => {
    const ana = await person('Ana Ruiz')
    const page = await ana.open('/plans')
    await page.getByRole('link', { name: /^AI-Powered Creation/ }).click()
    await page.getByLabel(QUESTION).fill('Open a second bakery')
    await page.getByText('Advanced options').click()
    await page.getByRole('radio', { name: /^Simple/ }).check()
    await page.getByRole('combobox', { name: 'Timeline' }).click()
    await page.getByRole('option', { name: '3 months' }).click()
    await expect(page.getByText(/sample plan/)).toHaveCount(0)

    await page.getByRole('button', { name: 'Generate plan' }).click()
    const question = await product.question()
    expect(question.text).toContain('Open a second bakery')
    expect(question.text).toContain('3 to 4 phases with 2 to 3 tasks each')
    await expect(step(page)).toHaveText('Understanding requirements')
    question.say('{"title":"A second bakery","description":"Bread in the east.","phases":[{"title":"Find a place",')
    await expect(step(page)).toHaveText('Structuring phases')
    await expect(overlay(page).getByRole('region', { name: 'Your plan so far' })).toHaveText(
      'A second bakeryFind a place',
    )
    question.say('"description":"","tasks":[{"title":"Walk the streets",')
    await expect(step(page)).toHaveText('Creating tasks and milestones')
    await expect(overlay(page).getByText('Walk the streets')).toBeVisible()
    question.say('"description":"On foot.","estimatedTime":"2 days"}]}],')
    question.say('"milestones":[{"title":"Lease signed","description":"","targetDate":"2030-01-31"}]}')
    question.end()

    await expect(page.getByRole('heading', { name: 'A second bakery' })).toBeVisible()
    for (const title of ['A second bakery', 'Find a place', 'Walk the streets', 'Lease signed'])
      await expect(page.getByRole('treeitem', { name: new RegExp(`^${title},`) })).toBeVisible()
    await expect(page.getByText(/sample plan/)).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to My Plans' }).click()
    await expect(page.getByText('1 plan in your workspace')).toBeVisible()
  })

  test('canceling aborts the reply and creates no plan', async ({ person, product }) => {
    const ana = await person('Ana Ruiz')
    const page = await ana.open('/plans/ai-create')
    await page.getByLabel(QUESTION).fill('Open a second bakery')
    await page.keyboard.press('Control+Enter')
    const question = await product.question()
    question.say('{"title":"A second bakery","phases":[{"title":"Find a place",')
    await expect(step(page)).toHaveText('Structuring phases')

    await overlay(page).getByRole('button', { name: 'Cancel' }).click()

    await expect(overlay(page)).toHaveCount(0)
    await expect(page.getByLabel(QUESTION)).toHaveValue('Open a second bakery')
    await expect(page.getByLabel(QUESTION)).toBeFocused()
    await question.broken
    expect(await ana.call('GET', '/plans')).toEqual([])
  })

  test('a failing service shows its error, and the next attempt starts over', async ({ person, product }) => {
    const ana = await person('Ana Ruiz')
    const page = await ana.open('/plans/ai-create')
    await page.getByLabel(QUESTION).fill('Open a second bakery')
    await page.keyboard.press('Control+Enter')

    const failing = await product.question()
    failing.refuse(503, 'overloaded')
    await expect(page.getByRole('alert')).toHaveText('Error: AI generation failed: 503 - overloaded')
    await page.getByRole('button', { name: 'Generate plan' }).click()
    const question = await product.question()
    await expect(step(page)).toHaveText('Understanding requirements')
    question.say('{"title":"Bakery","phases":[{"title":"Find a place","tasks":[{"title":"Walk"}]}],"milestones":[]}')
    question.end()

    await expect(page.getByRole('treeitem', { name: /^Walk,/ })).toBeVisible()
    expect(await ana.call('GET', '/plans')).toHaveLength(1)
  })
})
