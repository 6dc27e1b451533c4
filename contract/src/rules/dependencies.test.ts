import { expect, it, test } from 'vitest'
import { dependencyPath } from './dependencies.ts'
import { finish } from './steps.ts'

const pathOf = (...given: Parameters<typeof dependencyPath>) => finish(dependencyPath(...given))
const edges = (...pairs: string[]) => pairs.map((pair) => ({ source_id: pair[0] ?? '', target_id: pair[1] ?? '' }))

test.each([
  [[], 'a', 'b', null],
  [[], 'a', 'a', ['a']],
  [['ab'], 'a', 'b', ['a', 'b']],
  [['ab'], 'b', 'a', null],
  [['ab', 'bc', 'cd', 'ad'], 'a', 'd', ['a', 'd']],
  [['ab', 'bc', 'cd'], 'a', 'd', ['a', 'b', 'c', 'd']],
  [['ab', 'ba'], 'a', 'c', null],
])('among %j the way from %s to %s is %j', (pairs, from, to, path) => {
  expect(pathOf(edges(...pairs), from, to)).toEqual(path)
})

it('finds a path through a long chain', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => String(i))
  const chain = ids.slice(1).map((id, i) => ({ source_id: String(i), target_id: id }))
  expect(pathOf(chain, '0', '9999')).toEqual(ids)
})
