// What the colors of the graph show.
import { seriousFindings } from '../support/axe.ts'
import { cardOf, makePlan } from '../support/glacierPlan.ts'
import { expect, test } from '../support/people.ts'

test.use({ reducedMotion: 'reduce' })

test('the legend opens by keyboard, says who has which color, and covers nothing after Fit', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, ropes, pack, start } = await makePlan(ana)
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'editor' })
  const assign = (node: { id: string }, user_id: string) =>
    ana.call('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id })
  await assign(pack, ben.id)
  const page = await ana.open(`/plans/${plan.id}`, { stored: { [`layout_mode:${plan.id}`]: 'graph' } })
  await expect(cardOf(page, 'Expedition')).toBeVisible()

  const button = page.getByRole('button', { name: 'Legend' })
  await button.focus()
  await page.keyboard.press('Enter')
  const legend = page.getByRole('region', { name: 'Legend' })
  await expect(legend.getByRole('listitem')).toHaveText(['Not started6'])
  await expect(button).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'View options' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Assignee' }).focus()
  await page.keyboard.press('Enter')
  await expect(legend.getByRole('listitem')).toHaveText(['Ben Okafor1', 'Unassigned5'])
  await expect(legend.getByText('6 nodes in the plan')).toBeVisible()

  const colorOf = (title: string) =>
    cardOf(page, title)
      .locator('[data-mark=stripe]')
      .evaluate((stripe) => getComputedStyle(stripe).backgroundColor)
  const color = await colorOf('Pack')
  await assign(ropes, ana.id)
  await assign(start, ana.id)
  await expect(legend.getByRole('listitem')).toHaveText(['Ana Ruiz2', 'Ben Okafor1', 'Unassigned3'])
  expect(await colorOf('Pack')).toBe(color)
  expect(await colorOf('Buy ropes')).not.toBe(color)
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Fit view (0)' }).click()
  await expect
    .poll(async () => {
      const covered = await legend.boundingBox()
      const cards = await page.getByRole('article').all()
      const boxes = await Promise.all(cards.map((card) => card.boundingBox()))
      return boxes.filter(
        (box) =>
          box &&
          covered &&
          box.x < covered.x + covered.width &&
          covered.x < box.x + box.width &&
          box.y < covered.y + covered.height &&
          covered.y < box.y + box.height,
      )
    })
    .toEqual([])

  await button.focus()
  await page.keyboard.press('Enter')
  await expect(legend).toBeHidden()
})
