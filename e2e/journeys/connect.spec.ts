import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { startAssistant } from '../support/assistant.ts'
import { expect, test } from '../support/people.ts'

test('an assistant is connected by pasting one block, and the page says when it calls', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  const connect = page.getByRole('region', { name: 'Connect an assistant' })

  await connect.getByRole('tab', { name: 'Cursor' }).click()
  await connect.getByRole('button', { name: 'Connect Cursor' }).click()
  await expect(connect.getByText('Waiting for the first call from Cursor...')).toBeVisible()
  const pasted = JSON.parse((await connect.locator('pre').first().textContent()) ?? '') as {
    mcpServers: { cairn: { url: string; headers: Record<string, string> } }
  }
  const { url, headers } = pasted.mcpServers.cairn

  const assistant = new Client({ name: 'journey', version: '1' })
  await assistant.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  await assistant.callTool({ name: 'create_plan', arguments: { title: 'By an assistant', outline: '- First task' } })
  await assistant.close()

  await expect(connect.getByText('Cursor is connected. Last call: just now')).toBeVisible()
  await page.goto('/plans')
  await expect(page.getByText('By an assistant')).toBeVisible()
})

test('a hosted assistant gets an address, and a warning if it cannot reach it', async ({ person }) => {
  const page = await (await person('Ana Ruiz')).open('/settings#connect')
  const connect = page.getByRole('region', { name: 'Connect an assistant' })
  await expect(connect.locator('pre').first()).toHaveText(/\/mcp$/)
  await expect(connect.getByText(/needs a public https address/)).toBeVisible()
  await connect.getByRole('tab', { name: 'Claude', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(connect.getByRole('tab', { name: 'ChatGPT' })).toHaveAttribute('aria-selected', 'true')
})

test('an app that connects with OAuth turns the page green with its first call', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings#connect')
  const connect = page.getByRole('region', { name: 'Connect an assistant' })
  await expect(connect.getByText('Waiting for the first call from Claude...')).toBeVisible()

  const assistant = await startAssistant(product.url, 'Claude')
  const consent = await ana.open(assistant.url)
  await consent.getByRole('button', { name: 'Allow' }).click()
  await expect(consent.getByRole('heading', { name: 'Connected' })).toBeVisible()
  const { access_token } = await assistant.redeem()
  await expect(connect.getByText('Waiting for the first call from Claude...')).toBeVisible()
  await fetch(`${product.url}/api/plans`, { headers: { authorization: `Bearer ${access_token}` } })

  await expect(connect.getByText('Claude is connected. Last call: just now')).toBeVisible()
  await assistant.close()
})
