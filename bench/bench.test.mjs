// Verdicts must follow from the measurements: a wrong verdict is worse than none.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPoller } from './drills/poller.mjs'
import { treeFaults } from './drills/writers.mjs'
import { Figures } from './figures.mjs'
import { quantile } from './load/stats.mjs'
import { peerToday } from './peer.mjs'
import { report } from './report.mjs'
import { SECTIONS } from './rows.mjs'
import { draftPlan } from './seed/plan.mjs'
import { POSTGRES_TARGETS, SQLITE_TARGETS } from './targets.mjs'

/** @param {Record<string, Record<string, number[]>>} values by figure and system */
function figuresOf(values) {
  const figures = new Figures()
  for (const [id, bySystem] of Object.entries(values)) {
    for (const [system, rounds] of Object.entries(bySystem)) for (const value of rounds) figures.add(id, system, value)
  }
  return figures
}

describe('figures', () => {
  test('a quantile is a measured value', () => {
    expect([0.5, 0.95, 1].map((share) => quantile([4, 1, 3, 2], share))).toEqual([2, 4, 4])
    expect(quantile([], 0.5)).toBeNaN()
  })

  test('a ratio compares round by round, so a slow round does not distort it', () => {
    const figures = figuresOf({ a: { product: [50, 5, 50], tuned: [100, 10, 100] } })
    expect(figures.ratio('a', 'product', 'tuned')).toBe(0.5)
  })

  test('the reference figure scales with the baseline server', () => {
    expect(peerToday('createNode', 2_508)).toBe(345)
    expect(peerToday('createNode', 1_254)).toBeCloseTo(172.5)
  })
})

describe('verdicts', () => {
  const verdictOf = (id, values, targets = SQLITE_TARGETS) => targets[id](figuresOf({ [id]: values }), id)

  test('a write must reach its share of the tuned baseline', () => {
    expect(verdictOf('rps16.setStatus', { product: [600], tuned: [1000] }).reached).toBe(true)
    expect(verdictOf('rps16.setStatus', { product: [590], tuned: [1000] })).toMatchObject({
      reached: false,
      figure: '59 %',
    })
  })

  test('CPU time must stay below its target', () => {
    expect(verdictOf('cpu.addLog', { product: [2], tuned: [1] }).reached).toBe(true)
    expect(verdictOf('cpu.addLog', { product: [2.1], tuned: [1] }).reached).toBe(false)
  })

  test('a multiple of the reference product is derived from the baseline', () => {
    const limit = [2_508] // at which the reference product reaches 345
    expect(verdictOf('rps16.createNode', { product: [1_725], limit }, POSTGRES_TARGETS).reached).toBe(true)
    expect(verdictOf('rps16.createNode', { product: [1_724], limit }, POSTGRES_TARGETS).reached).toBe(false)
  })

  test('a missing figure misses its target', () => {
    for (const [id, rule] of Object.entries(SQLITE_TARGETS)) expect(rule(new Figures(), id).reached, id).toBe(false)
  })

  test('every target has a row in the table', () => {
    const rows = new Set(SECTIONS.flatMap((section) => section.rows.map((row) => row.id)))
    const targets = [...Object.keys(SQLITE_TARGETS), ...Object.keys(POSTGRES_TARGETS)]
    expect(targets.filter((id) => !rows.has(id))).toEqual([])
  })

  test('the report lists missed targets', () => {
    const figures = figuresOf({ coldStart: { product: [501] }, memory: { product: [200] } })
    const { coldStart, memory } = SQLITE_TARGETS
    const { text, reached, missed } = report(figures, { coldStart, memory })
    expect(reached).toBe(1)
    expect(missed).toEqual([expect.stringContaining('cold start')])
    expect(text).toMatch(/cold start.*501 ms.*at most 500 ms +missed: 501/)
  })
})

describe('seed plans', () => {
  /** @param {import('./seed/plan.mjs').Draft} draft */
  const countNodes = (draft) => 1 + draft.children.reduce((total, child) => total + countNodes(child), 0)

  test.each([1, 2, 100, 1_000, 10_000])('a plan of %i nodes has that many', (size) => {
    expect(countNodes(draftPlan('A plan', size).root)).toBe(size)
  })

  test('edges lead forward between nodes of the plan, so they form no cycle', () => {
    const { root, edges } = draftPlan('A plan', 1_000)
    const order = new Map()
    const visit = (draft) => {
      order.set(draft, order.size)
      draft.children.forEach(visit)
    }
    visit(root)
    expect(new Set(edges.map(({ kind }) => kind))).toEqual(new Set(['dependency', 'reference', 'sequence']))
    expect(edges.filter(({ from, to }) => !(order.get(from) < order.get(to)))).toEqual([])
  })

  test('the same size gives the same plan', () => {
    expect(draftPlan('A plan', 500)).toEqual(draftPlan('A plan', 500))
  })
})

describe('the audit of a tree', () => {
  const node = (id, parentId) => ({ id, parent_id: parentId })

  test('finds no fault in a valid tree', () => {
    expect(treeFaults([node('a', null), node('b', 'a'), node('c', 'b')])).toBe(0)
  })

  test.each([
    ['a node that is listed twice', [node('a', null), node('a', null)], 1],
    ['a node whose parent is missing', [node('a', null), node('b', 'gone')], 1],
    ['a loop', [node('a', 'b'), node('b', 'a')], 2],
  ])('finds %s', (_, nodes, faults) => {
    expect(treeFaults(nodes)).toBe(faults)
  })
})

describe('a poller', () => {
  test('reports at the next take a call that failed between two', async () => {
    let isBroken = false
    const server = createServer((_, reply) => reply.writeHead(isBroken ? 500 : 200).end())
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const ended = once(server, 'connection').then(([socket]) => once(socket, 'close'))
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    const poller = openPoller({ origin: `http://127.0.0.1:${port}` }, { method: 'GET', path: '/healthz' })

    await expect(poller.take()).resolves.toEqual(expect.any(Number))
    isBroken = true
    await ended
    await expect(poller.take()).rejects.toThrow('/healthz returned 500')
  }, 60_000)
})
