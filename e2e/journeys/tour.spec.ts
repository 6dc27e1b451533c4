import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../support/people.ts'

const STEPS = ['Welcome to your plan', 'Your canvas', 'Add nodes', 'Switch views', 'Invite others', 'You’re all set']

/** The targets of the steps by their `data-tour`; the first and the last step have none. */
const TARGETS: (string | null)[] = [null, 'canvas', 'add-node', 'view-modes', 'share', null]

/** Opens a new plan in a browser that has not seen the tour. */
async function openNew(person: Person, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const plan = await person.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const page = await person.open('/plans', { viewport })
  await page.evaluate(() => localStorage.removeItem('tour_skipped'))
  await page.goto(`/plans/${plan.id}`)
  return page
}

const flags = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('tour_completed'), localStorage.getItem('tour_skipped')])

test('the tour starts on an empty plan, highlights visible elements, and does not start again', async ({ person }) => {
  const page = await openNew(await person('Ana Ruiz'))

  for (const [index, title] of STEPS.entries()) {
    const card = page.getByRole('dialog', { name: title })
    await expect(card).toBeInViewport({ ratio: 1 })
    await expect(card.getByText(`${index + 1} of 6`)).toBeVisible()
    const target = TARGETS[index]
    if (target) await expect.poll(() => isUnderSpot(page, target)).toBe(true)
    await card.getByRole('button', { name: index === 5 ? 'Start planning' : 'Next' }).click()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await flags(page)).toEqual(['true', null])

  await page.reload()
  await expect(page.getByRole('button', { name: 'Create Your First Node' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the tour can be skipped on a phone and started again from the help', async ({ person }) => {
  const page = await openNew(await person('Ana Ruiz'), { width: 390, height: 844 })
  const welcome = page.getByRole('dialog', { name: 'Welcome to your plan' })
  await expect(welcome).toBeInViewport({ ratio: 1 })

  await welcome.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await flags(page)).toEqual([null, 'true'])

  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  while (await page.getByRole('button', { name: 'Next' }).isVisible()) {
    await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await expect(page.getByRole('dialog', { name: 'You’re all set' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  expect((await flags(page))[0]).toBe('true')
})

test('the tour replaces the help dialog and blocks presses outside it', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', {
    title: 'Cross the glacier',
    template: 'team-project',
  })
  const page = await ana.open(`/plans/${plan.id}`)
  const node = page.getByRole('article', { name: /^Cross the glacier,/ })
  await expect(node).toBeVisible()
  const box = await node.boundingBox()
  await page.keyboard.press('?')

  await page.getByRole('button', { name: 'Take the tour' }).click()
  await page.getByRole('dialog', { name: 'Welcome to your plan' }).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: 'Your canvas' })).toBeVisible()

  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await expect(page.getByRole('dialog', { name: 'Your canvas' })).toBeVisible()
  expect(page.url()).not.toContain('node=')
})

/** Whether the ring surrounds the element (except where the card needs the space) and the card covers nothing in it. */
function isUnderSpot(page: Page, target: string): Promise<boolean> {
  return page.evaluate((name) => {
    const spot = document.querySelector('.fixed.ring-accent')?.getBoundingClientRect()
    const card = document.querySelector('[role=dialog]')?.getBoundingClientRect()
    const marked = [...document.querySelectorAll<HTMLElement>(`[data-tour="${name}"]`)]
    const box = marked.find((element) => element.checkVisibility())?.getBoundingClientRect()
    if (!spot || !card || !box || box.width === 0) return false
    const isBeside =
      card.top >= spot.bottom || card.bottom <= spot.top || card.left >= spot.right || card.right <= spot.left
    const bottom = card.top >= spot.bottom ? Math.min(box.bottom, card.top - 20) : box.bottom
    return isBeside && spot.left <= box.left && spot.top <= box.top && spot.right >= box.right && spot.bottom >= bottom
  }, target)
}
