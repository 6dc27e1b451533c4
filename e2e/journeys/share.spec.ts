import { expect, test } from '../support/people.ts'

test('a user without access sees “Plan not found” immediately, with a link back', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Secret' })

  const page = await ben.open('/plans')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/plans/${plan.id}`)

  await expect(page.getByText('Plan not found')).toBeVisible()
  expect(asked.filter((path) => path === `/api/plans/${plan.id}`)).toHaveLength(1)
  await expect(page.getByText("The requested plan doesn't exist or you don't have access.")).toBeVisible()
  await expect(page.getByText('Secret')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to My Plans' }).click()
  await expect(page).toHaveURL(/\/plans$/)
})

test('two people on one plan see each other’s presence and changes', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Together' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Choose a date', node_type: 'task' })

  const anas = await ana.open(`/plans/${plan.id}`)
  await anas.getByRole('button', { name: 'Share' }).click()
  const dialog = anas.getByRole('dialog', { name: 'Share Plan' })
  await dialog.getByLabel('Invite by email').fill(ben.email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await anas.getByRole('option', { name: 'Editor' }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Ben Okafor now has access.')).toBeVisible()
  await anas.keyboard.press('Escape')

  const bens = await ben.open(`/plans/${plan.id}`)
  await expect(anas.getByRole('list', { name: 'Viewing now' }).getByRole('img', { name: 'Ben Okafor' })).toBeVisible()
  await expect(bens.getByRole('list', { name: 'Viewing now' }).getByRole('img', { name: 'Ana Ruiz' })).toBeVisible()

  await bens.getByRole('treeitem', { name: /^Choose a date/ }).click()
  const viewers = anas.getByRole('img', { name: 'Ben Okafor is viewing this' })
  await expect(anas.getByRole('treeitem', { name: /^Choose a date/ }).locator(viewers)).toBeVisible()
  await expect(anas.getByRole('article', { name: /^Choose a date/ }).locator(viewers)).toBeVisible()
  await bens.getByRole('combobox', { name: 'Status', exact: true }).click()
  await bens.getByRole('option', { name: 'Blocked' }).click()
  await expect(anas.getByRole('treeitem', { name: 'Choose a date, Blocked' })).toBeVisible()

  await anas.getByRole('treeitem', { name: /^Choose a date/ }).click()
  await anas.getByRole('tab', { name: /^Logs/ }).click()
  await bens.getByRole('textbox', { name: 'Log entry' }).fill('No one has answered yet.')
  await bens.keyboard.press('Control+Enter')
  await expect(anas.getByText('No one has answered yet.')).toBeVisible()

  await anas.getByRole('button', { name: 'Add Node' }).click()
  await anas.getByRole('dialog').getByLabel('Title').fill('Ask again')
  await anas.keyboard.press('Enter')
  await expect(bens.getByRole('treeitem', { name: /^Ask again/ })).toBeVisible()
})

test('an invitation is accepted by registering or by the account with its email, and opens the plan', async ({
  page,
  person,
}) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Together' })
  const email = `new.${ben.email}`
  const { invite_url } = await ana.call<{ invite_url: string }>('POST', `/plans/${plan.id}/collaborators`, { email })
  const link = new URL(invite_url)

  const bens = await ben.open(`${link.pathname}${link.search}`)
  await expect(bens.getByText(`This invitation is for ${email}. You’re signed in as ${ben.email}.`)).toBeVisible()

  await page.goto(`${link.pathname}${link.search}`)
  await expect(
    page.getByText('Ana Ruiz invited you to work on “Together”. Create an account to open it.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Full name').fill('Cleo Park')
  await page.getByLabel('Password', { exact: true }).fill(ben.password)
  await page.getByLabel('Confirm password').fill(ben.password)
  await page.getByLabel('I accept the terms and conditions').check()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/plans/${plan.id}$`))
})

test('losing access closes the page, and missed changes appear after an interruption', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'For a while' })
  const shared = await ana.call<{ user_id: string }>('POST', `/plans/${plan.id}/collaborators`, { email: ben.email })
  const page = await ben.open(`/plans/${plan.id}`)
  await expect(page.getByRole('heading', { name: 'For a while' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Node' })).toHaveCount(0)

  await page.context().setOffline(true)
  for (const title of ['One', 'Two', 'Three'])
    await ana.call('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task' })
  await page.context().setOffline(false)
  await expect(page.getByRole('treeitem')).toHaveCount(3)

  await ana.call('DELETE', `/plans/${plan.id}/collaborators/${shared.user_id}`)
  await expect(page.getByText('Plan not found')).toBeVisible()
})

test('an owner describes the plan and makes a collaborator its owner', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Book the hut', node_type: 'task' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'editor' })
  const page = await ana.open(`/plans/${plan.id}`)

  await page.getByRole('button', { name: 'Add description...' }).click()
  await page.keyboard.type('Three huts in four days')
  await page.getByRole('form', { name: 'Plan description' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit description' })).toBeVisible()
  expect(await ben.call('GET', `/plans/${plan.id}`)).toMatchObject({ description: 'Three huts in four days' })

  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Plan' })
  await dialog.getByRole('button', { name: 'Transfer ownership…' }).click()
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByText('Ben Okafor is now the owner of “Hut tour”')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Leave plan' })).toBeVisible()
  expect(await ben.call('GET', `/plans/${plan.id}`)).toMatchObject({ role: 'owner' })
})

test('what someone types when they lose access can be copied', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title: 'Hut', node_type: 'task' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'editor' })
  const page = await ben.open(`/plans/${plan.id}?node=${node.id}`)
  await page.getByRole('button', { name: 'Add description...' }).first().click()
  await page.keyboard.type('Ask for four beds')

  const { collaborators } = await ana.call<{ collaborators: { user_id: string }[] }>(
    'GET',
    `/plans/${plan.id}/collaborators`,
  )
  await ana.call('DELETE', `/plans/${plan.id}/collaborators/${collaborators[0]?.user_id}`)
  await expect(page.getByRole('heading', { name: 'Plan not found' })).toBeVisible()
  await expect(page.getByText('Your text: “Ask for four beds”')).toBeVisible()
})
