import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'

it.each([
  ['a list', { nodes: Array(25_001).fill(1) }],
  ['an object', { metadata: Object.fromEntries(Array.from({ length: 25_001 }, (_, i) => [`k${i}`, 1])) }],
  ['many lists', { nodes: Array(300).fill(Array(100).fill(1)) }],
])('refuses %s with more values than schemas can check quickly', async (_, body) => {
  const { as, make } = await testApp()
  const { owner, plan } = await make.team()

  const reply = await as(owner)('POST', `/plans/${plan.id}/nodes/tree`, body)

  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    { code: 'invalid_input', error: 'The body must have at most 25,000 values.' },
  ])
})
