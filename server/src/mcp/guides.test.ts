import { allEndpoints } from '@cairn/contract/api/all'
import { ERROR_CODES } from '@cairn/contract/api/errors'
import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { TOOLS } from './tools/all.ts'

it('tells agents every tool, endpoint and error code', async () => {
  const { app } = await testApp()
  const reply = await app.inject({ url: '/agents.md' })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(reply.body).toContain('http://cairn.test/mcp')
  for (const { name } of TOOLS) expect(reply.body).toContain(`| \`${name}\` |`)
  for (const { endpoint } of allEndpoints) {
    const isOffered = endpoint.access !== 'public' && endpoint.access !== 'account.secure'
    expect(reply.body.includes(`| \`${endpoint.method} ${endpoint.path}\` |`), endpoint.path).toBe(isOffered)
  }
  for (const code of Object.keys(ERROR_CODES)) expect(reply.body).toContain(`| \`${code}\` |`)
  for (const line of reply.body.split('\n')) if (line.startsWith('|')) expect(line).toMatch(/\|$/)
})

it('leads from llms.txt to documents that exist', async () => {
  const { app } = await testApp()
  const reply = await app.inject({ url: '/llms.txt' })
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.body).toMatch(/^# Cairn\n\n> /)
  const links = [...reply.body.matchAll(/\]\(http:\/\/cairn\.test([^)]+)\)/g)].map(([, path]) => String(path))
  expect(links).toContain('/agents.md')
  for (const url of links) {
    const { statusCode } = await app.inject({ url })
    // The endpoints need a credential, or a path below them.
    expect([200, 401, 404].includes(statusCode) && (statusCode === 200 || ['/mcp', '/api'].includes(url)), url).toBe(
      true,
    )
  }
  const without = await testApp({ env: { CAIRN_API_DOCS: 'off' } })
  expect((await without.app.inject({ url: '/llms.txt' })).body).not.toContain('/api/docs')
})
