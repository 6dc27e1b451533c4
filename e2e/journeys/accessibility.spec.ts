import { seriousFindings } from '../support/axe.ts'
import { expect, type Person, test } from '../support/people.ts'
import { totpCode } from '../support/totp.ts'

/** A plan created from a template, with a task that depends on another. */
async function makeTeamPlan(person: Person) {
  const plan = await person.call<{ id: string }>('POST', '/plans', { title: 'Glacier', template: 'team-project' })
  const nodes = await person.call<{ id: string; node_type: string }[]>('GET', `/plans/${plan.id}/nodes`)
  const [, task] = nodes.filter(({ node_type }) => node_type === 'task')
  return { plan, task }
}

test.use({ reducedMotion: 'reduce' })

test('axe finds nothing serious on any screen', async ({ page, person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, {
    title: 'Pack',
    node_type: 'task',
  })

  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/register')
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  const signedIn = await ana.open('/plans')
  await expect(signedIn.getByText('Cross the glacier')).toBeVisible()
  expect(await seriousFindings(signedIn)).toEqual([])
  await signedIn.goto(`/plans/${plan.id}?node=${node.id}`)
  await expect(signedIn.getByRole('tab', { name: 'Activity' })).toBeVisible()
  expect(await seriousFindings(signedIn)).toEqual([])
  await signedIn.keyboard.press('Control+k')
  await expect(signedIn.getByRole('option', { name: 'Add Node N' })).toBeVisible()
  expect(await seriousFindings(signedIn)).toEqual([])
})

test('axe finds nothing serious in Markdown, in the trash and in a preview', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, task } = await makeTeamPlan(ana)
  const code = 'const aVeryLongLine = "that does not fit into the panel, at any window width"'
  const description = `# Ropes\n\n- [x] length\n- [ ] weight\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`\n${code}\n\`\`\``
  await ana.call('PUT', `/plans/${plan.id}/nodes/${task?.id}`, { description })
  const gone = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, {
    title: 'Old',
    node_type: 'task',
  })
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${gone.id}`)
  const page = await ana.open(`/plans/${plan.id}?node=${task?.id}`)
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('tab', { name: /^Files/ }).click()
  const file = { name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from('what,costs\nRopes,120\n') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview costs.csv' }).click()
  await expect(page.getByRole('cell', { name: 'Ropes' })).toBeVisible()
  expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page.getByRole('button', { name: 'Restore Old' })).toBeVisible()
  expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
})

test('axe finds nothing serious in the graph and in the panel of a node', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, task } = await makeTeamPlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto(`/plans/${plan.id}?node=${task?.id}`)
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(page.getByRole('list', { name: 'Depends on' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('axe finds nothing serious in comments', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, task } = await makeTeamPlan(ana)
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'commenter' })
  const node = `/plans/${plan.id}/nodes/${task?.id}`
  const say = (who: Person, content: string, parent_id?: string) =>
    who.call<{ id: string; user_id: string }>('POST', `${node}/log`, { content, log_type: 'comment', parent_id })
  const deleted = await say(ana, 'Wrong')
  const { id, user_id } = await say(ben, 'Right', deleted.id)
  await ana.call('DELETE', `${node}/logs/${deleted.id}`)
  for (const emoji of ['heart', 'check']) await ana.call('PUT', `${node}/logs/${id}/reactions/${emoji}`)
  await ben.call('PUT', `${node}/logs/${id}/reactions/eyes`)
  await say(ana, `Ask <@${user_id}>`)
  await say(ben, 'Done')
  const page = await ana.open(`/plans/${plan.id}?node=${task?.id}`)
  await expect(page.getByRole('img', { name: '2 unread', exact: true })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('tab', { name: /^Comments/ }).click()
  await expect(page.getByText('Deleted comment')).toBeVisible()
  await expect(page.getByText('@Ben Okafor')).toBeVisible()
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('@b')
  await expect(page.getByRole('option', { name: /Ben Okafor/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add reaction' }).first().click()
  await expect(page.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
  expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
})

test('axe finds nothing serious in the dialogs above the graph', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeTeamPlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Link to…' })).toBeVisible()
  expect(await seriousFindings(page, { within: '[role=menu]' })).toEqual([])
  await page.getByRole('menuitem', { name: 'Link to…' }).click()
  await expect(page.getByRole('combobox', { name: 'Node to link' })).toBeFocused()
  expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Node' })).toBeVisible()
  expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await seriousFindings(page, { within: '[role=dialog]' })).toEqual([])
  await page.getByRole('button', { name: 'Take the tour' }).click()
  for (const title of ['Welcome to your plan', 'Your canvas', 'Add nodes']) {
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Next' }).click()
  }
})

test('axe finds nothing serious in the settings and their dialogs', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const ben = await person('Ben Okafor')
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email })
  const page = await ana.open('/settings')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name' }).fill('Script')
  await page.getByRole('radio', { name: /^Admin/ }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('textbox', { name: 'Token' }).press('Escape')
  await expect(page.getByText('Create a plan with curl')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Script/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(ana.password)
  await page.getByRole('textbox', { name: 'Your password' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Cross the glacier' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('axe finds nothing serious in password reset and email verification', async ({ page, person, product }) => {
  const { email } = await person('Ana Ruiz')
  await page.goto('/forgot-password')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('outbox')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  for (const dead of ['/reset-password', '/reset-password?token=old']) {
    await page.goto(dead)
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  }
  await page.goto(await product.mailedLink(email, 'reset-password'))
  await page.getByLabel('New password').fill('Granite-Ridge-42!')
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByText('Please confirm your password')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/verify-email?token=old')
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('axe finds nothing serious in the profile and the dialogs of its security', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  await expect(page.getByRole('heading', { name: 'Ana Ruiz' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please confirm your password')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
  await page.getByLabel('Your password').fill(ana.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  const secret = (await page.getByRole('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'I’ve saved my codes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/won’t be able to see these codes again/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('axe finds nothing serious on error pages', async ({ page, person }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  const ana = await person('Ana Ruiz')
  const signedIn = await ana.open('/nowhere')
  await expect(signedIn.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await seriousFindings(signedIn)).toEqual([])
  await signedIn.route(/SettingsPage.*\.js$/, (route) => route.abort())
  // The page reloads as soon as the server replies again.
  await signedIn.route('**/api/config', (route) => route.abort())
  await signedIn.getByRole('link', { name: 'Settings' }).click()
  await expect(signedIn.getByRole('heading', { name: /^Loading chunk/ })).toBeVisible()
  expect(await seriousFindings(signedIn)).toEqual([])
})

test('axe finds nothing serious in Create with AI', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/ai-create')
  await page.getByText('Advanced options').click()
  await page.getByRole('button', { name: 'Mobile app' }).click()
  expect(await seriousFindings(page)).toEqual([])
  await page.route('**/api/ai/plans', () => undefined)
  await page.getByRole('button', { name: 'Generate plan' }).click()
  await expect(page.getByRole('dialog', { name: 'Creating your plan...' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('axe finds nothing serious in My Plans and Create plan', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await expect(page.getByRole('heading', { name: 'Start Your Planning Journey' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/plans/new?template=team-project')
  await expect(page.getByLabel('Title')).toHaveValue('Team Project')
  expect(await seriousFindings(page)).toEqual([])
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Empty' })
  await page.goto(`/plans/${plan.id}`)
  await expect(page.getByText('Start from a template')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/plans')
  await page.getByRole('radio', { name: 'Grid view' }).click()
  expect(await seriousFindings(page)).toEqual([])
})
