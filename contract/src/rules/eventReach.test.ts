import { expect, test } from 'vitest'
import { nodesCreatedBy, nodesReachedBy, type ReachingEvent } from './eventReach.ts'

const event = (kind: string, data: object, node_id: string | null = 'n') =>
  ({ kind, node_id, data: { before: null, after: null, ...data } }) as unknown as ReachingEvent
const edge = (source_id: string, target_id: string) => ({ source_id, target_id })

test.each([
  ['plan.updated', {}, [null]],
  ['collaborator.added', {}, [null]],
  ['invitation.removed', {}, [null]],
  ['node.created', {}, ['n']],
  ['node.deleted', { before: { parent_id: 'p' } }, ['n']],
  ['node.moved', { before: { parent_id: 'p' }, after: { parent_id: null } }, ['n', 'p', null]],
  ['log.added', {}, ['n']],
  ['artifact.purged', {}, ['n']],
  ['node.claimed', {}, ['n']],
  ['edge.created', { after: edge('a', 'b') }, ['a', 'b']],
  ['edge.deleted', { before: edge('a', 'b') }, ['a', 'b']],
  ['edge.updated', { before: edge('a', 'b'), after: edge('a', 'b') }, ['a', 'b', 'a', 'b']],
])('%s %o reaches %j', (kind, data, nodes) => {
  expect(nodesReachedBy(event(kind, data))).toEqual(nodes)
})

test('an event about no node is about the plan', () => {
  expect(nodesReachedBy(event('node.updated', {}, null))).toEqual([null])
})

test.each([
  ['node.created', {}, 1],
  ['node.duplicated', { after: { count: 4 } }, 4],
  ['plan.created', { after: { node_count: 30 } }, 30],
  ['node.restored', { after: { count: 4 } }, 0],
  ['node.updated', {}, 0],
])('%s %o creates %i nodes', (kind, data, count) => {
  expect(nodesCreatedBy(event(kind, data))).toBe(count)
})
