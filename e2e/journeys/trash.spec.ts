import { expect, type Person, test } from '../support/people.ts'

interface Node {
  id: string
}

/** A plan with a phase of three steps, open in a browser. */
async function openPlan(person: (name: string) => Promise<Person>) {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<Node>('POST', '/plans', { title: 'Glacier' })
  const add = (title: string, parent_id: string | null) =>
    ana.call<Node>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task', parent_id })
  const phase = await add('Prepare', null)
  for (const title of ['Ropes', 'Tents', 'Maps']) await add(title, phase.id)
  const page = await ana.open(`/plans/${plan.id}`)
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  const titles = async () => {
    const labels = await page.getByRole('treeitem').evaluateAll((rows) => rows.map((item) => item.ariaLabel ?? ''))
    return labels.map((label) => label.split(',')[0])
  }
  return { ana, plan, page, row, titles }
}

const ALL = ['Prepare', 'Ropes', 'Tents', 'Maps']

test('a deleted node is restored to its position by Undo, from the trash and from the activity', async ({ person }) => {
  const { page, row, titles } = await openPlan(person)
  const remove = async () => {
    await row('Tents').focus()
    await page.keyboard.press('Delete')
    await expect.poll(titles).toEqual(['Prepare', 'Ropes', 'Maps'])
  }
  await expect.poll(titles).toEqual(ALL)

  await remove()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(titles).toEqual(ALL)

  await remove()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('trash')
  await page.keyboard.press('Enter')
  const trash = page.getByRole('dialog', { name: 'Trash' })
  await expect(trash.getByRole('listitem')).toContainText('in Prepare · deleted just now by Ana Ruiz')
  await trash.getByRole('button', { name: 'Restore Tents' }).click()
  await expect(trash.getByText('No deleted nodes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(ALL)

  await remove()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Plan activity' }).click()
  const activity = page.getByRole('dialog', { name: 'Plan activity' })
  await activity.getByRole('button', { name: 'Restore Tents' }).click()
  await expect(activity.getByRole('button', { name: /Restore/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(ALL)
})

test('Undo moves a node back, and the activity shows both parents', async ({ person }) => {
  const { page, row, titles } = await openPlan(person)
  await expect.poll(titles).toEqual(ALL)

  await row('Tents').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText('“Tents” moved to “Ropes”').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()

  const insights = page.getByRole('complementary', { name: 'Plan Insights' })
  await expect(insights.getByText('Ana Ruiz moved "Tents" from "Ropes" to "Prepare"')).toBeVisible()
  await expect.poll(titles).toEqual(ALL)
})

test('a card opens its menu by key, closes it with one Escape, and keeps its edited title during a zoom', async ({
  person,
}) => {
  const { ana, plan, page } = await openPlan(person)
  await expect(page.getByRole('treeitem')).toHaveCount(4)
  await page.keyboard.press('g')
  const card = page.getByRole('article', { name: /^Maps,/ })

  await card.click({ position: { x: 60, y: 20 } })
  await expect(page.getByRole('region', { name: 'Maps' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Maps' })).toHaveCount(0)

  await card.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Maps' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Maps' })).toHaveCount(0)

  await card.focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Old maps')
  const graph = await page.getByRole('region', { name: 'Plan graph' }).boundingBox()
  await page.mouse.move((graph?.x ?? 0) + 500, (graph?.y ?? 0) + 500)
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 400)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Old maps')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await ana.call<{ title: string }[]>('GET', `/plans/${plan.id}/nodes`)).map(({ title }) => title))
    .toContain('Old maps')
})

test('full screen shows only the plan, and in the graph only the canvas', async ({ person }) => {
  const { page } = await openPlan(person)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav).toBeVisible()

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(nav).toBeHidden()
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await expect(nav).toBeVisible()

  const insights = page.getByRole('complementary', { name: 'Plan Insights' })
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(insights).toBeVisible()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
  await expect(insights).toBeHidden()
  const exit = page.getByRole('toolbar', { name: 'Canvas' }).getByRole('button', { name: 'Exit full screen' })
  await expect(exit).toBeFocused()
  await exit.click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
})

test('files of common types have a preview, and a PDF opens in the browser’s viewer', async ({ person }) => {
  const { page, row } = await openPlan(person)
  await row('Ropes').click()
  await page.getByRole('tab', { name: /^Files/ }).click()
  await page.locator('input[type=file]').setInputFiles([
    { name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from('what,costs\n"Ropes, two",120\n') },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
    { name: 'map.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
  ])

  await page.getByRole('button', { name: 'Preview costs.csv' }).click()
  await expect(page.getByRole('cell', { name: 'Ropes, two' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview notes.md' }).click()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview map.pdf' }).click()
  const shown = page.locator('iframe[title="map.pdf"]').or(page.getByText('Your browser can’t show PDF files here'))
  await expect(shown).toBeVisible()
})
