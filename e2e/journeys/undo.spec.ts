import { expect, type Person, test } from '../support/people.ts'

interface Made {
  id: string
}

async function openPlan(ana: Person) {
  const plan = await ana.call<Made>('POST', '/plans', { title: 'Glacier' })
  const add = (title: string) =>
    ana.call<Made>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task', parent_id: null })
  const nodes = [await add('Ropes'), await add('Tents'), await add('Maps')]
  const page = await ana.open(`/plans/${plan.id}`)
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  const step = (side: 'Undo' | 'Redo') => page.getByRole('button', { name: new RegExp(`^${side}: `) })
  const rename = async (from: string, to: string) => {
    await row(from).focus()
    await page.keyboard.press('F2')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(to)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(row(to)).toBeVisible()
  }
  await expect(row('Maps')).toBeVisible()
  return { plan, nodes, page, row, step, rename }
}

test('what a tab changed is undone and redone with the keyboard, by name, also after a reload', async ({ person }) => {
  const { page, row, step, rename } = await openPlan(await person('Ana Ruiz'))
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeVisible()

  await rename('Ropes', 'Long ropes')
  await expect(step('Undo')).toHaveAccessibleName(/^Undo: rename “Ropes”/)
  await row('Tents').focus()
  await page.keyboard.press('Delete')
  await expect(row('Tents')).toBeHidden()
  await expect(step('Undo')).toHaveAccessibleName(/^Undo: delete “Tents”/)

  await page.keyboard.press('ControlOrMeta+z')
  await expect(row('Tents')).toBeVisible()
  await expect(row('Tents')).toBeFocused()
  await expect(page.getByText('Undone: delete “Tents”')).toBeVisible()
  await page.reload()
  await expect(step('Redo')).toHaveAccessibleName(/^Redo: delete “Tents”/)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(row('Ropes')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(row('Long ropes')).toBeVisible()
  await step('Redo').click()
  await expect(row('Tents')).toBeHidden()
  await step('Undo').click()
  await expect(row('Tents')).toBeVisible()

  // A new change leaves nothing to redo.
  await rename('Maps', 'Old maps')
  await expect(page.getByRole('button', { name: 'Nothing to redo' })).toBeVisible()
})

test('Ctrl+Z in a text field belongs to the field', async ({ person }) => {
  const { page, row, rename } = await openPlan(await person('Ana Ruiz'))
  await rename('Ropes', 'Long ropes')

  await row('Tents').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('x')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('Escape')

  await expect(row('Tents')).toBeVisible()
  await expect(row('Long ropes')).toBeVisible()
})

test('undo shows what someone else changed since, and undoes the rest on request', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Ode')]
  const { plan, nodes, page, row, step } = await openPlan(ana)
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { user_id: ben.id, role: 'editor' })
  await page.keyboard.press('Escape')
  await row('Ropes').focus()
  await page.keyboard.press('ControlOrMeta+Space')
  await row('Tents').focus()
  await page.keyboard.press('ControlOrMeta+Space')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(row('Ropes')).toBeHidden()
  await step('Undo').click()
  await expect(row('Ropes')).toBeVisible()
  await ben.call('PUT', `/plans/${plan.id}/nodes/${nodes[0]?.id}/status`, { status: 'blocked' })

  await step('Redo').click()
  const dialog = page.getByRole('dialog', { name: 'Can’t redo everything' })
  await expect(dialog.getByRole('listitem')).toContainText('Ropes')
  await expect(dialog.getByRole('listitem')).toContainText('Ben Ode worked on it')
  await dialog.getByRole('button', { name: 'Redo the rest' }).click()

  await expect(row('Tents')).toBeHidden()
  await expect(row('Ropes')).toBeVisible()
})

test('the run of an agent is undone with one click, except for what a person changed since', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const { plan, nodes, page, row } = await openPlan(ana)
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name: 'Claude', permissions: ['write'] })
  const agent = async (method: string, path: string, body: object) => {
    const headers = { authorization: `ApiKey ${token}`, 'content-type': 'application/json', 'x-run-id': 'run-1' }
    const reply = await fetch(`${product.url}/api/plans/${plan.id}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    expect(reply.ok, await reply.text()).toBe(true)
  }
  for (const title of ['Stove', 'Gas']) await agent('POST', '/nodes', { title, node_type: 'task' })
  await agent('PUT', `/nodes/${nodes[0]?.id}`, { title: 'Ropes by Claude' })
  await agent('PUT', `/nodes/${nodes[1]?.id}`, { title: 'Tents by Claude' })
  await ana.call('PUT', `/plans/${plan.id}/nodes/${nodes[1]?.id}`, { title: 'Tents by Ana' })
  await expect(row('Stove')).toBeVisible()
  await expect(row('Tents by Ana')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Plan activity' }).click()
  await page.getByRole('button', { name: 'Undo run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this run' })
  await expect(dialog.getByText('2 nodes moved to the trash')).toBeVisible()
  await expect(dialog.getByText('Ana Ruiz changed the title')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo run' }).click()

  await expect(page.getByText('Run undone: 3 changes by Claude')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row('Ropes')).toBeVisible()
  await expect(row('Stove')).toBeHidden()
  await expect(row('Gas')).toBeHidden()
  await expect(row('Tents by Ana')).toBeVisible()
})
