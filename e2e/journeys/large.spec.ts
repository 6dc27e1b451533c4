import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../support/people.ts'

interface Row {
  id: string
}

const PHASES = 100
const TASKS = 99
/** Concurrent calls. The server answers in order, and a browser would not send more. */
const AT_ONCE = 8

/** Ten thousand nodes under a root: one phase is created, the others are copies of it. */
async function makeLargePlan(person: Person) {
  const plan = await person.call<Row>('POST', '/plans', { title: 'The whole company, this year' })
  const nodes = `/plans/${plan.id}/nodes`
  const root = await person.call<Row>('POST', nodes, { title: 'This year', node_type: 'root' })
  const phase = await person.call<Row>('POST', nodes, { title: 'First', node_type: 'phase', parent_id: root.id })
  await repeat(TASKS, (index) =>
    person.call('POST', nodes, { title: `Step ${index}`, node_type: 'task', parent_id: phase.id }),
  )
  await repeat(PHASES - 1, () => person.call('POST', `${nodes}/${phase.id}/duplicate`))
  const last = await person.call<Row>('POST', nodes, { title: 'Celebrate', node_type: 'milestone', parent_id: root.id })
  return { plan, last }
}

async function repeat(count: number, work: (index: number) => Promise<unknown>) {
  for (let start = 0; start < count; start += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => work(start + offset)))
}

const elements = (page: Page) => page.locator('*').count()

test('a plan of ten thousand nodes loads once and can be scrolled, searched, changed and followed live', async ({
  person,
}) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, last } = await makeLargePlan(ana)
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'editor' })
  const page = await ana.open('/plans')
  let lists = 0
  page.on('request', (request) => {
    if (/\/nodes\?view=outline/.test(request.url())) lists += 1
  })

  await page.goto(`/plans/${plan.id}`)
  await expect(page.getByRole('treeitem', { name: /^This year,/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show 1 level' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(page.getByRole('treeitem', { name: /^Step 0,/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show all levels' }).click()
  await expect(page.getByRole('article')).toHaveCount(0) // at this zoom cards are a few px wide, so all are painted
  expect(await elements(page)).toBeLessThan(3_000)

  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('celebrate')
  await page.getByRole('treeitem', { name: /^Celebrate,/ }).click()
  await expect(page.getByRole('article', { name: 'Celebrate, Milestone, Not started' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Celebrate' })).toBeVisible()

  await ben.call('PUT', `/plans/${plan.id}/nodes/${last.id}/status`, { status: 'in_progress' })
  await expect(page.getByRole('article', { name: 'Celebrate, Milestone, In progress' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Celebrate, In progress' })).toBeVisible()
  expect(await elements(page)).toBeLessThan(3_000)
  expect(lists).toBe(1)

  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('')
  const tree = page.getByRole('tree', { name: 'Plan Structure' })
  await tree.evaluate((list) => list.scrollTo(0, 20_000))
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.goBack()
  await expect.poll(() => tree.evaluate((list) => list.scrollTop)).toBe(20_000)

  // A link opens its node where it can be read, although its panel narrows the canvas during the movement.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await page.goto(`/plans/${plan.id}?node=${last.id}`)
  await expect(page.getByRole('region', { name: 'Celebrate' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Celebrate, Milestone, In progress' })).toBeInViewport()
})
