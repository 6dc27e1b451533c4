import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seriousFindings } from '../support/axe.ts'
import { test as base, expect } from '../support/people.ts'
import { type Product, startProduct } from '../support/server.ts'

const test = base.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({ CAIRN_OUTBOUND_LOOPBACK: 'on' })
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

test('a service receives signed events, and a failed delivery is replayed', async ({ person }) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  let status = 503
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    reply.writeHead(status).end(status === 503 ? 'Out of order' : 'Thank you')
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Route', node_type: 'task' })

  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Webhooks…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Webhooks' })
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: `Open ${url}` }).click()
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Tents', node_type: 'task' })
  await expect(dialog.getByText('Out of order')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  status = 200
  await dialog.getByRole('button', { name: 'Replay node.created' }).click()
  await expect(dialog.getByText('Thank you')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send test event' }).click()
  await expect(dialog.getByText('webhook.test')).toBeVisible()

  await dialog.getByRole('button', { name: 'Rotate secret…' }).click()
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('URL').fill(`${url}/other`)
  await dialog.getByRole('button', { name: 'Save webhook' }).click()
  await expect(dialog.getByText(`${url}/other`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)

  await expect.poll(() => received.length).toBeGreaterThanOrEqual(3)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'node.created', data: { node_title: 'Tents' } })
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  expect(received[1]?.headers['webhook-signature']).toMatch(/^v1,/)
  server.close()
})
