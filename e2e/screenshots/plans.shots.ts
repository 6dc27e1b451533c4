import { type Person, test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

interface Shown {
  title: string
  description?: string
  status?: 'draft' | 'active' | 'completed' | 'archived'
  done?: number
  active?: number
  open?: number
}

const PLANS: Shown[] = [
  {
    title: 'Website relaunch',
    description: 'New look, new shop, and pages that load in a second on a phone.',
    status: 'active',
    done: 7,
    active: 2,
    open: 5,
  },
  { title: 'Hiring for the support team', status: 'active', done: 1, active: 1, open: 4 },
  {
    title: 'Summer conference: three days, four hundred guests, one venue that has to be found before the winter',
    description: 'Speakers, venue, catering, streaming.',
    open: 6,
  },
  { title: 'Office move', status: 'completed', done: 5 },
  { title: 'Ideas for next year' },
  { title: 'Loyalty program', status: 'archived', done: 2, open: 3 },
]

async function fillPlans(person: Person) {
  for (const { title, description, status, done = 0, active = 0, open = 0 } of PLANS.toReversed()) {
    const plan = await person.call<{ id: string }>('POST', '/plans', { title, description })
    const nodes = [
      ...Array.from({ length: done }, () => 'completed'),
      ...Array.from({ length: active }, () => 'in_progress'),
      ...Array.from({ length: open }, () => 'not_started'),
    ]
    for (const [index, nodeStatus] of nodes.entries())
      await person.call('POST', `/plans/${plan.id}/nodes`, {
        title: `Step ${index + 1}`,
        node_type: 'task',
        status: nodeStatus,
      })
    if (status) await person.call('PUT', `/plans/${plan.id}`, { status })
  }
}

async function withPlans(person: (name: string) => Promise<Person>) {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  await fillPlans(ana)
  const shared = await ben.call<{ id: string }>('POST', '/plans', { title: 'Brand guidelines' })
  await ben.call('POST', `/plans/${shared.id}/collaborators`, { email: ana.email, role: 'editor' })
  return ana
}

test('My Plans', async ({ person }) => {
  const ana = await withPlans(person)
  const page = await ana.open('/plans')
  await page.getByText('Website relaunch').waitFor()
  await shoot(page, 'plans-list')

  await page.getByRole('button', { name: 'Actions for Website relaunch' }).click()
  await page.getByRole('menu').waitFor()
  await shoot(page, 'plans-menu')
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('dialog', { name: /^Rename/ }).waitFor()
  await shoot(page, 'plans-rename')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Brand guidelines' }).click()
  await page.getByRole('menuitem', { name: 'Leave plan…' }).click()
  await page.getByRole('dialog', { name: /^Leave/ }).waitFor()
  await shoot(page, 'plans-leave')
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Grid' }).click()
  await shoot(page, 'plans-grid')
  await page.getByRole('button', { name: 'Actions for Office move' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await shoot(page, 'plans-removed')

  await page.getByPlaceholder('Search plans...').fill('nothing like this')
  await page.getByText('No plans found').waitFor()
  await shoot(page, 'plans-no-match')
})

test('Several plans', async ({ person }) => {
  const ana = await withPlans(person)
  const page = await ana.open('/plans')
  await page.getByText('Website relaunch').waitFor()
  await page.getByRole('checkbox', { name: 'Select Website relaunch' }).check()
  await page.getByRole('checkbox', { name: 'Select Office move' }).check()
  await shoot(page, 'plans-selected')
  await page.getByRole('radio', { name: 'Grid' }).click()
  await shoot(page, 'plans-selected-grid')
})

test('Newly shared plans', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  await fillPlans(ana)
  const page = await ana.open('/plans')
  await page.getByText('Website relaunch').waitFor()
  const { id } = await ben.call<{ id: string }>('POST', '/plans', { title: 'Brand guidelines' })
  await ben.call('POST', `/plans/${id}/collaborators`, { email: ana.email, role: 'editor' })
  await page.reload()
  await page
    .getByText(/shared/)
    .first()
    .waitFor()
  await page.getByText('Brand guidelines').first().waitFor()
  await shoot(page, 'plans-inbox')
})

test('Without a connection', async ({ person }) => {
  const ana = await withPlans(person)
  const page = await ana.open('/plans')
  await page.getByText('Website relaunch').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('banner').getByText('Offline').waitFor()
  await shoot(page, 'plans-offline')
  await page.getByRole('button', { name: 'Actions for Office move' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByText(/Cannot reach the server/)
    .first()
    .waitFor()
  await shoot(page, 'plans-offline-refused')
})

test('A session that has ended', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/new')
  await page.getByLabel('Title').fill('Glacier crossing')
  await ana.call('POST', '/auth/logout')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  await page.getByText(/^Your session has ended/).waitFor()
  await shoot(page, 'login-session-ended')
})

test('The menus of the header', async ({ person }) => {
  const ana = await withPlans(person)
  const page = await ana.open('/plans')
  await page.getByText('Website relaunch').waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menu').waitFor()
  await shoot(page, 'header-create')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menu').waitFor()
  await shoot(page, 'header-user')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await shoot(page, 'plans-shortcuts')
})

test('My Plans while loading', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans', { prepare: (opened) => opened.route('**/api/plans?**', () => undefined) })
  await page.getByText('Loading your plans...').waitFor()
  await shoot(page, 'plans-loading', { loading: true })
  await page.route('**/api/plans?**', (route) => route.fulfill({ status: 403, json: { error: 'Not today' } }))
  await page.reload()
  await page.getByText('Not today').waitFor()
  await shoot(page, 'plans-failed')
})

test('My Plans without a plan', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await page.getByText('Start Your Planning Journey').waitFor()
  await shoot(page, 'plans-empty')
})

test('Recently deleted plans', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  for (const title of ['Loyalty program', 'Office move']) {
    const plan = await ana.call<{ id: string }>('POST', '/plans', { title })
    await ana.call('DELETE', `/plans/${plan.id}`)
  }
  const page = await ana.open('/plans')
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByText('Loyalty program').waitFor()
  await shoot(page, 'plans-deleted')
})

test('Create with AI', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/ai-create')
  await page.getByText(/you’ll get a sample plan/).waitFor()
  await shoot(page, 'ai-create')

  await page.getByRole('button', { name: 'Online course' }).click()
  await page.getByText('Advanced options').click()
  await shoot(page, 'ai-create-options')

  await page.route('**/api/ai/plans', (route) => route.abort())
  await page.getByRole('button', { name: 'Generate plan' }).click()
  await page.getByRole('alert').waitFor()
  await shoot(page, 'ai-create-failed')

  await page.route('**/api/ai/plans', () => undefined)
  await page.getByRole('button', { name: 'Generate plan' }).click()
  await page.getByRole('dialog', { name: 'Creating your plan...' }).waitFor()
  await shoot(page, 'ai-create-busy', { loading: true })
})

test('Create plan', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/new')
  await page.getByLabel('Title').waitFor()
  await shoot(page, 'plan-new')
})

test('The demo plan', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try Demo Account' }).click()
  await page.getByText('Trailhead 1.0').first().click()
  await page.getByRole('treeitem').first().waitFor()
  await shoot(page, 'plan-demo')
})
