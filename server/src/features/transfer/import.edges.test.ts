import { expect, test } from 'vitest'

import { soundEdges } from './import.edges.ts'
import { Problems } from './import.read.ts'

/** The edges that are kept of dependencies like `A>B`, and the lines of the others. */
async function read(...dependencies: string[]) {
  const edges = dependencies.map((text, index) => {
    const [source = '', target = ''] = text.split('>')
    return { source, target, kind: 'dependency' as const, line: index + 1 }
  })
  const nodes = new Map(edges.flatMap(({ source, target }) => [source, target]).map((id) => [id, true]))
  const problems = new Problems(100)
  const kept = await soundEdges(edges, nodes, problems)
  return {
    kept: kept.map(([source, , target]) => `${source}>${target}`),
    dropped: problems.list.map(({ line }) => line),
  }
}

test('leaves out the dependencies of cycles, and none between two of them', async () => {
  expect(await read('A>B', 'B>A', 'B>C', 'C>D', 'D>E', 'E>D', 'E>F')).toEqual({
    kept: ['B>C', 'C>D', 'E>F'],
    dropped: [1, 2, 5, 6],
  })
})

test('keeps what has no cycle, whatever the order', async () => {
  const edges = ['C>D', 'A>C', 'B>D', 'A>D', 'A>B', 'B>C']

  expect(await read(...edges)).toEqual({ kept: edges, dropped: [] })
  expect(await read(...edges, 'D>A')).toEqual({ kept: [], dropped: [1, 2, 3, 4, 5, 6, 7] })
})

test('reads long chains and long cycles', async () => {
  const chain = Array.from({ length: 30_000 }, (_, i) => `${i}>${i + 1}`)

  expect((await read(...chain)).kept).toHaveLength(30_000)
  expect((await read(...chain, '30000>0', '30000>end')).kept).toEqual(['30000>end'])
})
