import type { PlanNode } from '@cairn/contract/api/nodes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call, testApp } from '../../../test/factory.ts'
import { done, setUp } from '../../../test/undoing.ts'

const step = fc.record({
  act: fc.constantFrom('create', 'duplicate', 'move', 'move several', 'delete', 'restore'),
  /** Taken modulo the number of nodes. */
  nodes: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  under: fc.constantFrom('phase', 'top level'),
  at: fc.nat(4),
})

describe('the order of siblings after undo and redo', () => {
  async function siblings() {
    const test = await setUp()
    const ids: string[] = []
    for (const title of ['A', 'B', 'C', 'D']) ids.push((await test.node(title)).id)
    const [a = '', b = '', c = ''] = ids
    return { ...test, a, b, c }
  }

  it('is the old one when a run deleted nodes and restored one of them', async () => {
    const { a, b, as, make, owner, base, titles, undo } = await siblings()
    const call = as(await make.apiToken(owner, 'write'))
    const run = (method: 'POST' | 'DELETE', path: string) =>
      call(method, `${base}/nodes/${path}`, undefined, { 'x-run-id': 'run 1' })
    await run('DELETE', a)
    await run('DELETE', b)
    await run('POST', `${a}/restore`)

    done(await undo({ run_id: 'run 1' }))

    expect(await titles()).toEqual(['A', 'B', 'C', 'D'])
  })

  it('returns when an undo that deleted several nodes is undone', async () => {
    const { a, b, change, titles, undo } = await siblings()
    await change('DELETE', `/nodes/${a}`)
    const deleted = await change('DELETE', `/nodes/${b}`)
    const restored = await change('POST', '/nodes/bulk', { node_ids: [a, b], restore: true })
    expect(await titles()).toEqual(['A', 'B', 'C', 'D'])

    const undone = done(await undo({ changes: [deleted, restored] }))
    expect(await titles()).toEqual(['B', 'C', 'D'])
    done(await undo({ changes: [undone.change ?? 0] }))

    expect(await titles()).toEqual(['A', 'B', 'C', 'D'])
  })

  it('returns when a restored node and a copy are undone together and redone', async () => {
    const { c, b, change, nodes, undo } = await siblings()
    const changes = [
      await change('DELETE', `/nodes/${c}`),
      await change('POST', `/nodes/${b}/duplicate`),
      await change('POST', `/nodes/${c}/restore`),
    ]
    const order = async () => (await nodes()).map(({ id }) => id)
    const before = await order()

    const undone = done(await undo({ changes }))
    done(await undo({ changes: [undone.change ?? 0] }))

    expect(await order()).toEqual(before)
  })

  it('is the same before and after any changes', { timeout: 600_000 }, async () => {
    const { as, make } = await testApp()
    const owner = await make.user()

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const { id } = await make.plan(owner)
        const phase = await make.node(owner, id, { title: 'Phase', node_type: 'phase' })
        for (const title of ['A', 'B', 'C']) await make.node(owner, id, { title })
        for (const title of ['1', '2', '3']) await make.node(owner, id, { title, parent_id: phase.id })
        const call = (method: Parameters<Call>[0], path: string, body?: Record<string, unknown>) =>
          as(owner)(method, `/plans/${id}${path}`, body)
        const order = async () =>
          (await call('GET', '/nodes')).json<PlanNode[]>().map((node) => [node.id, node.parent_id, node.order_index])
        const undo = async (changes: number[]) => done(await call('POST', '/undo', { changes })).change ?? 0
        const before = await order()
        const changes: number[] = []
        const trash: string[] = []
        for (const { act, nodes, under, at } of steps) {
          const tree = (await call('GET', '/nodes')).json<PlanNode[]>().filter((node) => node.id !== phase.id)
          const from = act === 'restore' ? trash : tree.map((node) => node.id)
          if (from.length === 0) continue
          const node_ids = [...new Set(nodes.map((which) => from[which % from.length] ?? ''))]
          const parent_id = under === 'phase' ? phase.id : null
          const reply = await {
            create: () => call('POST', '/nodes', { title: 'New', node_type: 'task', parent_id }),
            duplicate: () => call('POST', `/nodes/${node_ids[0]}/duplicate`),
            move: () => call('POST', `/nodes/${node_ids[0]}/move`, { parent_id, order_index: at }),
            'move several': () => call('POST', '/nodes/bulk', { node_ids, parent_id }),
            delete: () => call('POST', '/nodes/bulk', { node_ids, delete: true }),
            restore: () => call('POST', '/nodes/bulk', { node_ids, restore: true }),
          }[act]()
          if (reply.statusCode >= 300) throw new Error(reply.body)
          if (act === 'delete') trash.push(...node_ids)
          if (act === 'restore') trash.splice(0, trash.length, ...trash.filter((one) => !node_ids.includes(one)))
          // A node that is already in its place is not moved.
          const change = reply.headers['x-change']
          if (change !== undefined) changes.push(Number(change))
        }
        if (changes.length === 0) return
        const after = await order()

        const undone = await undo(changes)
        expect(await order(), 'after undo').toEqual(before)
        const redone = await undo([undone])
        expect(await order(), 'after redo').toEqual(after)
        await undo([redone])
        expect(await order(), 'after another undo').toEqual(before)
      }),
      { numRuns: 20 },
    )
  })
})
