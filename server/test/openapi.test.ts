import { allEndpoints } from '@cairn/contract/api/all'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

interface Operation {
  summary?: string
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>
}

it('describes every endpoint, and replies that are told as events as such', async () => {
  const { app } = await testApp()

  const document = (await app.inject('/api/openapi.json')).json()

  expect(document.openapi).toBe('3.1.0')
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const { name, endpoint } of allEndpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    expect(paths[path]?.[endpoint.method.toLowerCase()]?.summary, name).toBe(endpoint.summary)
  }
  const content = paths['/api/ai/plans']?.post?.responses?.['200']?.content ?? {}
  expect(Object.keys(content)).toEqual(['text/event-stream'])
  expect(JSON.stringify(content)).toContain('"enum":["done"]')
})
