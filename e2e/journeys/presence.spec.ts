import { expect, test } from '../support/people.ts'

test('two people see each other write, and merge a text that both edit', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const node = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, {
    title: 'Book the hut',
    node_type: 'task',
    description: 'Walls\nRoof\nDoor',
  })
  await ana.call('POST', `/plans/${id}/collaborators`, { email: ben.email, role: 'editor' })
  const [first, second] = [
    await ana.open(`/plans/${id}?node=${node.id}`),
    await ben.open(`/plans/${id}?node=${node.id}`),
  ]
  const field = (page: typeof first) => page.getByRole('textbox', { name: 'Description' })
  const row = first.getByRole('treeitem', { name: /^Book the hut/ })
  await expect(row.getByRole('img', { name: 'Ben Okafor is viewing this' })).toBeVisible()

  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Edit description' }).click()
    await expect(field(page)).toBeFocused()
  }
  await second.keyboard.type(' of oak')
  await expect(first.getByText('Ben Okafor is writing…')).toBeVisible()
  await field(first).fill('Six walls\nRoof\nDoor')
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(field(first)).toBeHidden()
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByText(/^Merged with/)).toBeVisible()
  await expect(row.getByText('Ben Okafor', { exact: true })).toBeVisible()

  for (const [page, text] of [
    [first, 'Eight walls\nRoof\nDoor'],
    [second, 'Nine walls\nRoof\nDoor'],
  ] as const) {
    await page.getByRole('button', { name: 'Edit description' }).click()
    await field(page).fill(text)
  }
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(field(first)).toBeHidden()
  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByRole('group', { name: 'Conflict' }).getByRole('radio', { name: 'Both' }).check()
  await expect(field(second)).toHaveValue('Nine walls\nEight walls\nRoof\nDoor')
  await second.getByRole('button', { name: 'Save result' }).click()
  await expect(first.getByRole('region', { name: 'Book the hut' }).getByText('Nine walls')).toBeVisible()
})

test('following a person opens what they open', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  for (const title of ['Book the hut', 'Pack ropes'])
    await ana.call('POST', `/plans/${id}/nodes`, { title, node_type: 'task' })
  await ana.call('POST', `/plans/${id}/collaborators`, { email: ben.email, role: 'viewer' })
  const [first, second] = [await ana.open(`/plans/${id}`), await ben.open(`/plans/${id}`)]

  await first.getByRole('list', { name: 'Viewing now' }).getByRole('button', { name: 'Ben Okafor' }).click()
  await first.getByRole('menuitem', { name: 'Follow Ben Okafor' }).click()
  await expect(first.getByText('Following Ben Okafor')).toBeVisible()
  for (const title of ['Book the hut', 'Pack ropes']) {
    await second.getByRole('treeitem', { name: new RegExp(`^${title}`) }).click()
    await expect(first.getByRole('region', { name: title })).toBeVisible()
  }
  await first.keyboard.press('Escape')
  await expect(first.getByText('Following Ben Okafor')).toBeHidden()
  await second.getByRole('treeitem', { name: /^Book the hut/ }).click()
  await expect(
    first.getByRole('treeitem', { name: /^Book the hut/ }).getByRole('img', { name: 'Ben Okafor is viewing this' }),
  ).toBeVisible()
  await expect(first.getByRole('region', { name: 'Pack ropes' })).toBeVisible()
})

test('a change by an agent is marked on row and card as the agent’s, for its person and for others', async ({
  person,
  product,
}) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const hut = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title: 'Book the hut', node_type: 'task' })
  await ana.call('POST', `/plans/${id}/collaborators`, { email: ben.email, role: 'viewer' })
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name: 'Claude', permissions: ['write'] })
  const stored = { [`layout_mode:${id}`]: 'split' }
  const pages = [await ana.open(`/plans/${id}`, { stored }), await ben.open(`/plans/${id}`, { stored })]
  for (const page of pages) await expect(page.getByRole('article', { name: /^Book the hut, Task, Not/ })).toBeVisible()

  const marks = pages.flatMap((page) => [
    expect(page.getByRole('treeitem', { name: /^Book the hut/ }).getByText('Claude', { exact: true })).toBeVisible(),
    expect(page.getByRole('article', { name: /^Book the hut/ }).getByText('Claude, for Ana Ruiz')).toBeVisible(),
  ])
  await fetch(`${product.url}/api/plans/${id}/nodes/${hut.id}/status`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'in_progress' }),
  })
  await Promise.all(marks)

  for (const page of pages) {
    await expect(page.getByRole('treeitem', { name: 'Book the hut, In progress' })).toBeVisible()
    await expect(page.getByText('Claude, for Ana Ruiz')).toHaveCount(0)
  }
})
