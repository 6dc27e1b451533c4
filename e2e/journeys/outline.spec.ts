import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../support/people.ts'

interface Row {
  id: string
}
interface Node extends Row {
  title: string
  parent_id: string | null
  status: string
  order_index: number
  assignees: string[]
}

async function makePlan(person: Person) {
  const plan = await person.call<Row>('POST', '/plans', { title: 'Cross the glacier' })
  await person.call('POST', `/plans/${plan.id}/nodes/tree`, {
    nodes: [
      { title: 'Prepare', node_type: 'phase', children: [{ title: 'Pack', node_type: 'task' }] },
      { title: 'Walk', node_type: 'phase' },
    ],
  })
  return plan
}

const openTree = (person: Person, planId: string) =>
  person.open(`/plans/${planId}`, { stored: { [`layout_mode:${planId}`]: 'tree' } })
const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const rows = (page: Page) =>
  page
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items.map(
        (item) =>
          `${'  '.repeat(Number(item.getAttribute('aria-level')) - 1)}${item.getAttribute('aria-label')?.split(',')[0]}`,
      ),
    )

test('a pasted outline creates nodes after a preview, can be undone in one step, and copies unchanged', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const plan = await makePlan(ana)
  const page = await openTree(ana, plan.id)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const put = (text: string) => page.evaluate((value) => navigator.clipboard.writeText(value), text)

  await row(page, 'Walk').focus()
  await put('- [x] Rope up\n- Cross\n  - [ ] Crevasse\n  - Moraine')
  await page.keyboard.press('ControlOrMeta+v')
  const dialog = page.getByRole('dialog', { name: 'Paste outline' })
  await expect(dialog.getByRole('status')).toHaveText('4 nodes on 2 levels')
  await expect(dialog.getByRole('button', { name: 'Parent: Walk' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create 4 nodes' }).click()

  await expect(row(page, 'Rope up')).toBeFocused()
  await row(page, 'Cross').press('ArrowRight')
  const outline = ['Prepare', '  Pack', 'Walk', '  Rope up', '  Cross', '    Crevasse', '    Moraine']
  await expect.poll(() => rows(page)).toEqual(outline)
  await expect(page.getByRole('treeitem', { name: 'Rope up, Completed' })).toBeVisible()

  await row(page, 'Walk').focus()
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('5 nodes copied as outline')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    '- [ ] Walk\n  - [x] Rope up\n  - [ ] Cross\n    - [ ] Crevasse\n    - [ ] Moraine',
  )
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => rows(page)).toEqual(['Prepare', '  Pack', 'Walk'])

  await page.getByRole('searchbox', { name: 'Search nodes' }).focus()
  await put('pack')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByRole('searchbox', { name: 'Search nodes' })).toHaveValue('pack')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a thousand selected nodes can be changed, moved and deleted, each with one Undo', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await makePlan(ana)
  const nodes = () => ana.call<Node[]>('GET', `/plans/${plan.id}/nodes`)
  const [prepare] = await nodes()
  for (const part of [0, 1])
    await ana.call('POST', `/plans/${plan.id}/nodes/tree`, {
      parent_id: prepare?.id,
      nodes: Array.from({ length: 499 }, (_, i) => ({
        title: `Step ${part * 499 + i}`,
        node_type: 'task',
        status: i % 3 === 0 ? 'blocked' : 'not_started',
      })),
    })
  const page = await openTree(ana, plan.id)
  /** The parent, order and fields of all nodes. */
  const picture = async () =>
    (await nodes()).map(({ id, parent_id, order_index, status, assignees }) => [
      ...[id, parent_id, order_index, status],
      assignees.join(),
    ])
  const before = await picture()
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(row(page, 'Step 0')).toBeVisible()
  const bar = page.getByRole('toolbar', { name: 'Selected nodes' })
  const undo = async (sentence: string | RegExp) => {
    await page
      .getByRole('listitem')
      .filter({ hasText: sentence })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await expect.poll(picture).toEqual(before)
  }
  const selectAll = async () => {
    await page.getByRole('treeitem').first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ControlOrMeta+a')
    await expect(bar.getByText('1,001 selected')).toBeVisible()
  }

  await selectAll()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Status of 1,001 nodes set to Completed')).toBeVisible()
  expect(new Set((await nodes()).map(({ status }) => status))).toEqual(new Set(['completed']))
  await undo('Status of 1,001 nodes')

  await selectAll()
  await bar.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('option', { name: /Ana Ruiz/ }).click()
  await expect(page.getByText('1,001 nodes assigned to Ana Ruiz')).toBeVisible()
  await page.keyboard.press('Escape')
  await undo('1,001 nodes assigned')

  // Every step, and Pack before them, under Walk.
  await page.getByRole('treeitem').first().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar.getByText('999 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('option', { name: 'Walk' }).click()
  await expect(page.getByText('999 nodes moved to “Walk”')).toBeVisible()
  await undo('999 nodes moved')

  await selectAll()
  await page.keyboard.press('Delete')
  await expect(page.getByText('2 nodes and 999 under them moved to the trash')).toBeVisible()
  expect(await nodes()).toEqual([])
  await undo('moved to the trash')
})
