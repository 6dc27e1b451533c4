// What agents did, and how other programs read and change a plan: runs, webhooks, calendar, outline and drafts by AI.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type ProductWithAi, startProductWithAi } from '../support/aiService.ts'
import { test as base, expect, type Person } from '../support/people.ts'
import { type Product, startProduct } from '../support/server.ts'
import { shoot } from '../support/shoot.ts'

interface MadePlan {
  id: string
  page: Page
}

/** A small plan, opened as a tree. */
async function openPlan(ana: Person): Promise<MadePlan> {
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier before the season ends' })
  const phase = (title: string, ...tasks: string[]) => ({
    ...{ title, node_type: 'phase' },
    children: tasks.map((task) => ({ title: task, node_type: 'task', due_date: '2027-03-01' })),
  })
  await ana.call('POST', `/plans/${id}/nodes/tree`, {
    nodes: [
      {
        title: 'Cross the glacier before the season ends',
        node_type: 'root',
        children: [
          phase('Prepare', 'Rent two ropes and twelve ice screws', 'Check the weather', 'Book the hut'),
          phase('Walk', 'Reach the hut', 'Cross at dawn'),
        ],
      },
    ],
  })
  const page = await ana.open(`/plans/${id}`, { stored: { [`layout_mode:${id}`]: 'tree' } })
  await page.getByRole('treeitem', { name: /^Prepare/ }).waitFor()
  return { id, page }
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

base('Agent runs', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const { id, page } = await openPlan(ana)
  await fromMenu(page, 'Agent runs')
  await page.getByRole('heading', { name: 'Agent runs' }).waitFor()
  await shoot(page, 'runs-empty')

  const nodes = await ana.call<{ id: string; title: string }[]>('GET', `/plans/${id}/nodes`)
  const task = (title: string) => nodes.find((node) => node.title === title)?.id
  const agent = async (name: string, run: string) => {
    const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name, permissions: ['write'] })
    return async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-run-id': run }
      const url = `${product.url}/api/plans/${id}${path}`
      const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
      expect(reply.ok, await reply.text()).toBe(true)
    }
  }
  const short = await agent('Codex', 'nightly')
  await short('PUT', `/nodes/${task('Book the hut')}/status`, { status: 'completed' })
  const long = await agent('Claude Desktop on the office computer', 'run 1')
  await long('POST', '/claims', { node_id: task('Check the weather') })
  await long('PUT', `/nodes/${task('Check the weather')}`, {
    title: 'Check the weather on three days before the crossing, at six in the morning',
    description: 'Two sources.\n\n- the national forecast\n- the warden of the hut',
    due_date: '2027-02-25',
  })
  await long('POST', `/nodes/${task('Check the weather')}/log`, { content: 'The forecast is good until Thursday.' })
  await long('POST', '/nodes', { title: 'Buy a second map', node_type: 'task', parent_id: task('Prepare') })
  await page.reload()
  await page.getByRole('link', { name: /^Claude Desktop/ }).waitFor()
  await shoot(page, 'runs')

  await page.getByRole('link', { name: /^Claude Desktop/ }).click()
  await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').last().waitFor()
  await shoot(page, 'run')
  await page.getByRole('button', { name: /^Show description/ }).click()
  await page.getByRole('region', { name: 'After' }).scrollIntoViewIfNeeded()
  await shoot(page, 'run-text')
  await page.getByRole('button', { name: 'Undo this run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo run' }).waitFor()
  await shoot(page, 'run-undo')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo run' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await shoot(page, 'run-undone')
})

const withLoopback = base.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({ CAIRN_OUTBOUND_LOOPBACK: 'on' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

withLoopback('Webhooks', async ({ person }) => {
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(503).end('Out of order')
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/integrations/cairn/plans/incoming?team=glacier`
  const ana = await person('Ana Ruiz')
  const { id, page } = await openPlan(ana)
  await fromMenu(page, 'Webhooks…')
  const dialog = page.getByRole('dialog', { name: 'Webhooks' })
  await dialog.getByRole('button', { name: 'Create webhook' }).waitFor()
  await shoot(page, 'webhooks-empty')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByLabel('URL').fill('hooks.example.com/cairn')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await shoot(page, 'webhooks-create')
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByLabel('Signing secret').waitFor()
  await shoot(page, 'webhooks-created')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await ana.call('POST', `/plans/${id}/nodes`, { title: 'Tents', node_type: 'task' })
  await shoot(page, 'webhooks')
  await dialog.getByRole('button', { name: `Open ${url}` }).click()
  await dialog.getByText('Out of order').waitFor()
  await shoot(page, 'webhooks-detail')
  await new Promise((done) => {
    server.close(done)
    server.closeAllConnections()
  })
})

base('Calendar feeds', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { page } = await openPlan(ana)
  await fromMenu(page, 'Plan calendar…')
  await page.getByRole('button', { name: 'Create calendar URL' }).waitFor()
  await shoot(page, 'calendar-empty')
  await page.getByRole('button', { name: 'Create calendar URL' }).click()
  await page.getByLabel('Calendar URL').waitFor()
  await shoot(page, 'calendar-created')
  await page.goto('/settings#calendar')
  await page
    .getByRole('button', { name: /^Turn off/ })
    .first()
    .waitFor()
  await page
    .getByRole('heading', { name: 'Calendar', exact: true })
    .evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await shoot(page, 'settings-calendar')
})

base('Edit as outline', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { page } = await openPlan(ana)
  await fromMenu(page, 'Edit as outline…')
  const dialog = page.getByRole('dialog', { name: 'Edit as outline' })
  const text = dialog.getByRole('textbox', { name: 'Outline' })
  await expect(text).toHaveValue(/Check the weather/)
  await shoot(page, 'outline-edit')
  const before = await text.inputValue()
  await text.fill(
    before.replace('[ ] Check the weather', '[x] Check the weather on three days').replace(/\n.*Cross at dawn.*/, ''),
  )
  await text.press('Control+End')
  await page.keyboard.type('\n- [ ] Celebrate due:never')
  await dialog.getByRole('list', { name: 'Changes' }).waitFor()
  await dialog.getByRole('list', { name: 'Changes' }).scrollIntoViewIfNeeded()
  await shoot(page, 'outline-changes')
})

const withAi = base.extend<object, { product: ProductWithAi }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProductWithAi()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

withAi('Drafts by AI', async ({ person, product }) => {
  const { page } = await openPlan(await person('Ana Ruiz'))
  const choose = async (item: string) => {
    await page.getByRole('treeitem', { name: /^Prepare/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Break down…')
  const breakDown = page.getByRole('dialog', { name: 'Break down with AI' })
  await breakDown.getByLabel('What matters').fill('Only by train, and nothing heavier than twenty kilos.')
  await shoot(page, 'ai-break-down')
  await breakDown.getByRole('button', { name: 'Draft with AI' }).click()
  const question = await product.question()
  question.say(
    JSON.stringify({
      nodes: [
        { title: 'Buy train tickets to the last valley station, with a reservation', description: 'Two weeks before.' },
        { title: 'Book beds', children: [{ title: 'Call the hut' }, { title: 'Send the list of names' }] },
        { title: 'Weigh the packs' },
      ],
    }),
  )
  question.end()
  await expect(breakDown.getByRole('status')).toHaveText('5 nodes, drafted by AI')
  await shoot(page, 'ai-break-down-draft')
  await page.keyboard.press('Escape')
  const leave = page.getByRole('button', { name: /^Discard/ })
  if (await leave.isVisible()) await leave.click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await choose('Summarize…')
  const asked = await product.question()
  asked.say('Two of three tasks wait for the **weather**.\n\n- The ropes are rented.\n- The hut has no beds on Friday.')
  asked.end()
  await expect(page.getByRole('textbox', { name: 'Summary' })).toBeEditable()
  await shoot(page, 'ai-summary')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await fromMenu(page, 'Draft weekly report…')
  const report = await product.question()
  report.refuse(429, 'Too many tokens')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'ai-report-failed')
  await page.getByRole('button', { name: 'Draft again' }).click()
  const again = await product.question()
  again.say('## Done\n\nNothing was finished this week.\n\n## Next\n\n1. Check the weather.\n2. Book the hut.')
  again.end()
  await expect(page.getByRole('textbox', { name: 'Report' })).toBeEditable()
  await shoot(page, 'ai-report')
})
