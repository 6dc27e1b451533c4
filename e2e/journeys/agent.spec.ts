import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '../support/people.ts'

const OUTLINE = `# Cross the glacier

## Prepare
- [ ] Rent ropes
- [ ] Check the weather

## Walk
- [ ] Reach the hut
`

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
      // A tool's error is in its text.
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
  const claim = () =>
    worker.call<{ claim: { id: string } | null; node: { id: string; title: string } | null }>('claim_task', { plan_id })
  const end = (claim_id: string, summary: string) =>
    worker.call<{ code?: string }>('end_claim', { plan_id, claim_id, outcome: 'done', summary })

  // It works through the plan, one claimed task after another, until nothing is ready.
  const done: string[] = []
  for (let task = await claim(); task.claim && task.node; task = await claim()) {
    const { title, id } = task.node
    await expect(page.getByRole('treeitem', { name: new RegExp(`^${title}, In progress`) })).toBeVisible()
    await worker.call('add_log', { plan_id, node_id: id, content: 'Half of it is done.' })
    if (title === 'Check the weather') {
      // Ana takes this one over. The assistant gets an error and continues with another.
      await page.getByRole('treeitem', { name: /^Check the weather/ }).click()
      await page.getByRole('region', { name: 'Check the weather' }).getByRole('button', { name: 'Take over' }).click()
      await expect(page.getByText(/^You hold this until/)).toBeVisible()
      expect(await end(task.claim.id, 'Sunny.')).toMatchObject({ code: 'lease_lost' })
      continue
    }
    expect(await end(task.claim.id, `${title}: finished.`)).not.toHaveProperty('code')
    await expect(page.getByRole('treeitem', { name: new RegExp(`^${title}, Completed`) })).toBeVisible()
    done.push(title)
  }
  expect(done).toEqual(['Rent ropes', 'Reach the hut'])
  expect(await worker.call('list_ready_tasks', { plan_id })).toMatchObject({ tasks: [], total: 0 })
  await worker.close()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Agent runs' }).click()
  await expect(page.getByRole('link', { name: /^Claude, for Ana Ruiz/ })).toHaveCount(2)
  await page
    .getByRole('link', { name: /^Claude, for Ana Ruiz/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Undo this run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo run' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Open plan' }).click()
  await expect(page.getByRole('treeitem', { name: /^Rent ropes, Not started/ })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^Reach the hut, Not started/ })).toBeVisible()
  const claims = await ana.call<unknown[]>('GET', `/plans/${plan_id}/claims`)
  expect(claims).toMatchObject([{ user: { name: 'Ana Ruiz' }, agent: null }])
})
