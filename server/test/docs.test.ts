import { ACTIVITY_TYPE } from '@cairn/contract/api/events'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

it('serves the API reference and everything it loads from this server', async () => {
  const { app } = await testApp()

  const page = await app.inject('/api/docs')

  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  expect(loaded).toEqual(expect.arrayContaining(['/api/docs/scalar.js', '/api/docs/start.js', '/api/openapi.json']))
  for (const url of loaded.filter((each) => each !== '/favicon.svg')) {
    const plain = await app.inject(url)
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    expect([url, plain.statusCode, compressed.headers['content-encoding']]).toEqual([url, 200, 'gzip'])
    expect(compressed.rawPayload.length, url).toBeGreaterThan(100)
  }
  expect(page.body).not.toMatch(/https?:/)
  expect((await app.inject('/api/docs/start.js')).body).not.toMatch(/https?:/)
  expect((await app.inject('/api/docs/')).headers.location).toBe('/api/docs')
})

it('explains in the introduction how to sign in, retry, page and subscribe', async () => {
  const { app } = await testApp()

  const { info } = (await app.inject('/api/openapi.json')).json()

  const headings = [...info.description.matchAll(/^# (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual([
    'Authentication',
    'Scopes and roles',
    'Requests and errors',
    'Versions',
    'Paging',
    'Idempotency',
    'Undo',
    'Limits',
    'Live channel',
  ])
  for (const kind of Object.keys(ACTIVITY_TYPE)) expect(info.description).toContain(`| \`${kind}\` |`)
})
