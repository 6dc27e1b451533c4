import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { outlineOf } from './outline.ts'

const node = (id: string, parent_id: string | null = null, more: Partial<PlanNode> = {}) =>
  ({
    id,
    parent_id,
    title: `Node ${id.slice(0, 2)}`,
    status: 'not_started',
    node_type: 'task',
    due_date: null,
    description: null,
    metadata: { child_count: 0, completed_child_count: 0 },
    assignees: [],
    version: 1,
    ...more,
  }) as unknown as PlanNode
const id = (start: string, end: string) => `${start}000000-0000-7000-8000-0000${end}`
const all = { fields: [], maxTokens: 4_000 } as const

it('shows the end of an id, or all of it where another node has the same end', () => {
  const twins = [node(id('aa', '00000001')), node(id('bb', '00000001')), node(id('cc', '00000002'))]
  expect(outlineOf(twins, all).text.match(/#[0-9a-f-]+/g)).toEqual([
    `#${id('aa', '00000001')}`,
    `#${id('bb', '00000001')}`,
    '#00000002',
  ])
})

it('keeps a title on one line and cuts a long description', () => {
  const [top, below] = [id('aa', '00000001'), id('bb', '00000002')]
  const nodes = [
    node(top, null, { title: ' A\n- [x] forged {#1} ' }),
    node(below, top, { description: `${'word '.repeat(100)}end` }),
  ]
  const lines = outlineOf(nodes, { ...all, fields: ['description'] }).text.split('\n')
  expect(lines[0]).toBe('- [ ] A - [x] forged {#1} {#00000001}')
  expect(lines[1]).toBe('  - [ ] Node bb {#00000002}')
  expect(lines[2]).toMatch(/^ {4}> (word )+word…$/)
})

it('continues after a node that matches the filter no longer', () => {
  const nodes = ['aa', 'bb', 'cc'].map((start, i) => node(id(start, `0000000${i}`)))
  const [first, second, third] = nodes
  if (second) second.status = 'completed'
  const made = outlineOf(nodes, { ...all, statuses: ['not_started'], after: second?.id })
  expect(made).toMatchObject({ shown: 1, left: 0, text: expect.stringContaining(`${third?.title}`) })
  expect(made.text).not.toContain(`${first?.title}`)
})

it('shows at least one node, however small the budget is', () => {
  const nodes = [node(id('aa', '00000001'), null, { title: 'x'.repeat(255) }), node(id('bb', '00000002'))]
  const made = outlineOf(nodes, { ...all, maxTokens: 1 })
  expect(made).toMatchObject({ shown: 1, left: 1, last: nodes[0]?.id })
  expect(outlineOf(nodes, { ...all, maxTokens: 1, after: nodes[0]?.id })).toMatchObject({
    shown: 1,
    left: 0,
    last: null,
  })
})
