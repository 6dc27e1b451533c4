import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '../support/people.ts'

const OUTLINE = `# Cross the glacier

## Prepare
- [ ] Rent ropes
- [ ] Check the weather

## Walk
- [ ] Reach the hut
`

interface Line {
  id: string
  title: string
  version: number
}

/** Each client that connects does its work in a run of its own. */
async function connect(url: string, token: string) {
  const client = new Client({ name: 'journey', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return {
    close: () => client.close(),
    call: async <T>(name: string, args: object): Promise<T> => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } })
      const [said] = content as { text?: string }[]
      // An error is told in its text.
      return (isError ? JSON.parse(said?.text ?? '') : structuredContent) as T
    },
  }
}

test('an assistant plans and works over MCP while a person watches, steps in and undoes the run', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name: 'Claude', permissions: ['write'] })
  const page = await ana.open('/plans')

  const planner = await connect(product.url, token)
  const { plan } = await planner.call<{ plan: { id: string } }>('create_plan', { outline: OUTLINE })
  await planner.close()
  await page.getByRole('link', { name: 'Cross the glacier' }).click()
  await expect(page.getByRole('treeitem', { name: 'Rent ropes, Not started' })).toBeVisible()

  const worker = await connect(product.url, token)
  const plan_id = plan.id
  const { outline } = await worker.call<{ outline: string }>('get_plan_outline', { plan_id, fields: ['version'] })
  const idOf = (title: string) => new RegExp(`${title} \\{#([0-9a-f]+)`).exec(outline)?.[1] ?? ''
  const set = (title: string, status: string, more: object = {}) =>
    worker.call<{ node: Line; code: string; current?: { status: string } }>('set_status', {
      plan_id,
      node_id: idOf(title),
      status,
      ...more,
    })

  await set('Rent ropes', 'in_progress')
  await expect(page.getByRole('treeitem', { name: 'Rent ropes, In progress' })).toBeVisible()
  await worker.call('add_log', { plan_id, node_id: idOf('Rent ropes'), content: 'Two ropes of 60 m.' })
  await set('Rent ropes', 'completed')
  await expect(page.getByRole('treeitem', { name: 'Rent ropes, Completed' })).toBeVisible()

  // Ana takes the weather over; what the assistant read is outdated then.
  const weather = page.getByRole('treeitem', { name: /^Check the weather/ })
  await weather.getByRole('button', { name: 'Status: Not started' }).click()
  await page.getByRole('menuitemradio', { name: 'In progress' }).click()
  await expect(page.getByRole('treeitem', { name: 'Check the weather, In progress' })).toBeVisible()
  const read = () => ana.call<{ title: string; status: string }[]>('GET', `/plans/${plan_id}/nodes`)
  await expect
    .poll(async () => (await read()).find(({ title }) => title === 'Check the weather')?.status)
    .toBe('in_progress')
  const refused = await set('Check the weather', 'completed', { expected_version: 1 })
  expect(refused).toMatchObject({ code: 'version_conflict', current: { status: 'in_progress' } })

  await set('Reach the hut', 'completed')
  await expect(page.getByRole('treeitem', { name: 'Reach the hut, Completed' })).toBeVisible()
  const left = await worker.call<{ shown: number }>('get_plan_outline', { plan_id, status: ['not_started'] })
  // The root and its two phases have no work of their own.
  expect(left.shown).toBe(3)
  await worker.close()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Agent runs' }).click()
  await expect(page.getByRole('link', { name: /^Claude, for Ana Ruiz/ })).toHaveCount(2)
  await page
    .getByRole('link', { name: /^Claude, for Ana Ruiz/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'Undo this run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo run' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Open plan' }).click()
  await expect(page.getByRole('treeitem', { name: 'Rent ropes, Not started' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Reach the hut, Not started' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Check the weather, In progress' })).toBeVisible()
})
