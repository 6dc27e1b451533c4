import { TOKEN_SCOPES } from '@cairn/contract/rules/permissions'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { mcpClient } from '../../../test/mcp-client.ts'
import { TOOLS } from './all.ts'

const LIST_TOKENS_MAX = 7_000

it('costs at most 7,000 tokens in all', () => {
  const costs = TOOLS.map(({ name, definition }) => ({ name, tokens: countTokens(JSON.stringify(definition)) }))
  const sum = costs.reduce((total, { tokens }) => total + tokens, 0)
  expect(sum, JSON.stringify(costs)).toBeLessThanOrEqual(LIST_TOKENS_MAX)
})

it('gives every tool a title, a description, all four hints and both schemas', () => {
  for (const { definition } of TOOLS) {
    expect(definition.name).toMatch(/^[a-z_]{1,64}$/)
    expect(definition.title).not.toBe('')
    expect(definition.description).toMatch(/\.$/)
    expect(definition.inputSchema.type).toBe('object')
    expect(definition.outputSchema.type).toBe('object')
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = definition.annotations
    expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map((hint) => typeof hint)).toEqual(
      Array.from({ length: 4 }, () => 'boolean'),
    )
  }
})

it('marks exactly the tools of the read scope as reading', () => {
  for (const { scope, definition } of TOOLS) expect(definition.annotations.readOnlyHint).toBe(scope === 'read')
})

it('takes an idempotency key in every tool that writes', () => {
  for (const { scope, definition } of TOOLS)
    expect(Object.keys(definition.inputSchema.properties ?? {}).includes('idempotency_key')).toBe(scope !== 'read')
})

it('lists for each scope only what its token may call', async () => {
  const server = await testApp()
  const me = await server.make.user()
  for (const [level, scope] of TOKEN_SCOPES.entries()) {
    const { client } = await mcpClient(server, await server.make.apiToken(me, scope))
    const { tools } = await client.listTools()
    const allowed = TOOLS.filter((tool) => TOKEN_SCOPES.indexOf(tool.scope) <= level)
    expect(tools.map(({ name }) => name)).toEqual(allowed.map(({ name }) => name))
  }
})
