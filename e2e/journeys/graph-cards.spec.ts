// What cards show at each zoom.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

interface Row {
  id: string
}

interface SeenTitle {
  text: string
  /** Size of its letters on the screen, in px. */
  size: number
  isInside: boolean
}

/** The width of a card on the screen once the zoom has ended. */
async function restingWidth(card: Locator): Promise<number> {
  let width = -1
  await expect(async () => {
    const before = width
    width = (await card.boundingBox())?.width ?? 0
    expect(width).toBe(before)
  }).toPass({ intervals: [150] })
  return width
}

/** The titles of cards as they are on the screen. */
const titlesOf = (page: Page): Promise<SeenTitle[]> =>
  page.locator('article [data-mark=title]').evaluateAll((titles) =>
    titles.map((title) => {
      const card = title.closest('article')?.getBoundingClientRect() ?? new DOMRect()
      const box = title.getBoundingClientRect()
      const zoom = card.width / (title.closest<HTMLElement>('article')?.offsetWidth ?? 1)
      return {
        text: title.textContent ?? '',
        size: Number.parseFloat(getComputedStyle(title).fontSize) * zoom,
        isInside: box.right <= card.right && box.bottom <= card.bottom + 1 && box.top >= card.top - 1,
      }
    }),
  )

test('titles on cards stay readable at every zoom, beside what a node waits for', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<Row>('POST', '/plans', { title: 'Cross the glacier' })
  const add = (title: string, node_type: string, parent_id?: string, more: object = {}) =>
    ana.call<Row>('POST', `/plans/${plan.id}/nodes`, { title, node_type, parent_id, ...more })
  const root = await add('Cross the glacier before the snow of the summer has melted', 'root')
  const phase = await add('Prepare everything that is carried over the ice', 'phase', root.id)
  const ropes = await add('Buy three ropes of fifty meters and twelve ice screws', 'task', phase.id)
  const pack = await add('Pack', 'task', phase.id, { due_date: '2020-02-03' })
  await add('Incomprehensibilities of crevasses', 'milestone', phase.id)
  await ana.call('POST', `/plans/${plan.id}/edges`, { source_id: ropes.id, target_id: pack.id, kind: 'dependency' })

  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  const packed = page.getByRole('article', { name: /^Pack,/ })
  await expect(packed).toHaveAccessibleName(/waits for 1 node/)

  for (const key of ['+', '+', '+', '-', '-', '-', '-', '-', '-', '-']) {
    const before = await packed.boundingBox()
    await page.locator('body').press(key)
    await expect(async () => expect((await packed.boundingBox())?.width).not.toBe(before?.width)).toPass()
    // The sizes of titles follow when the view rests.
    await expect(async () => {
      const titles = await titlesOf(page)
      expect(titles.length).toBeGreaterThan(0)
      for (const title of titles) expect(title).toMatchObject({ isInside: true, size: expect.any(Number) })
      for (const { size } of titles) expect(size).toBeGreaterThan(10.9)
    }).toPass()
    if ((await restingWidth(packed)) < 0.5 * 240) break
  }
  await expect(packed.locator('time')).toHaveText(/Feb/)
  await expect(packed.getByTitle('Waits for 1 unfinished node').last()).toBeVisible()

  await ana.call('PUT', `/plans/${plan.id}/nodes/${ropes.id}/status`, { status: 'completed' })
  await expect(packed).not.toHaveAccessibleName(/waits for/)
})
