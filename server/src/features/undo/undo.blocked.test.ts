// Many events are blocked together, and the others are undone.
import { expect, it } from 'vitest'
import { done, setUp } from '../../../test/undoing.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

it('returns moved nodes although twelve others cannot return because of a cycle', async () => {
  const { node, nodes, change, undo } = await setUp()
  const target = await node('Target')
  const pairs: { parent_id: string; id: string }[] = []
  for (const index of numbers(16)) {
    const parent = await node(`Parent ${index}`)
    pairs.push({ parent_id: parent.id, id: (await node(`Child ${index}`, parent.id)).id })
  }
  const moved = await change('POST', '/nodes/bulk', { node_ids: pairs.map(({ id }) => id), parent_id: target.id })
  const swapped = pairs.slice(2, 14)
  for (const { parent_id, id } of swapped) await change('POST', `/nodes/${parent_id}/move`, { parent_id: id })

  const undone = done(await undo({ changes: [moved], skip_blocked: true }))

  expect(undone.blocked.map(({ code }) => code)).toEqual(swapped.map(() => 'cycle'))
  const back = pairs.filter((pair) => !swapped.includes(pair))
  expect(undone.node_ids.toSorted()).toEqual(back.map(({ id }) => id).sort())
  const parents = new Map((await nodes()).map(({ id, parent_id }) => [id, parent_id]))
  for (const pair of pairs) expect(parents.get(pair.id)).toBe(back.includes(pair) ? pair.parent_id : target.id)
})

it('returns moved nodes although twelve others would be too deep', async () => {
  const { node, change, undo } = await setUp()
  let parent_id: string | undefined
  for (const level of numbers(99)) parent_id = (await node(`Level ${level}`, parent_id)).id
  const ids: string[] = []
  for (const index of numbers(16)) ids.push((await node(`Leaf ${index}`, parent_id)).id)
  const moved = await change('POST', '/nodes/bulk', { node_ids: ids, parent_id: null })
  const taller = ids.slice(2, 14)
  for (const id of taller) await node('Below', id)

  const undone = done(await undo({ changes: [moved], skip_blocked: true }))

  expect(undone.blocked.map(({ code }) => code)).toEqual(taller.map(() => 'too_deep'))
  expect(undone.node_ids.toSorted()).toEqual(ids.filter((id) => !taller.includes(id)).sort())
})

it('blocks only the upper of two nodes if the lower one fits without it', async () => {
  const { node, change, undo } = await setUp()
  let parent_id: string | undefined
  for (const level of numbers(98)) parent_id = (await node(`Level ${level}`, parent_id)).id
  const upper = await node('Upper', parent_id)
  const lower = await node('Lower', upper.id)
  const moves = [upper, lower].map(({ id }) => ({ id, parent_id: null }))
  const moved = await change('POST', '/nodes/bulk', { changes: moves })
  await node('Below lower', lower.id)
  await node('Deeper', (await node('Below upper', upper.id)).id)

  const undone = done(await undo({ changes: [moved], skip_blocked: true }))

  expect(undone).toMatchObject({ node_ids: [lower.id], blocked: [{ code: 'too_deep', node_id: upper.id }] })
})

it('undoes what is newer than the last of many blocked changes', async () => {
  const { node, change, undo } = await setUp()
  const target = await node('Target')
  const pairs: { parent_id: string; id: string }[] = []
  for (const index of numbers(16)) {
    const parent = await node(`Parent ${index}`)
    pairs.push({ parent_id: parent.id, id: (await node(`Child ${index}`, parent.id)).id })
  }
  const changes: number[] = []
  for (const { id } of pairs) changes.push(await change('POST', `/nodes/${id}/move`, { parent_id: target.id }))
  for (const { parent_id, id } of pairs.slice(0, 12))
    await change('POST', `/nodes/${parent_id}/move`, { parent_id: id })

  const undone = done(await undo({ changes, skip_blocked: true }))

  expect(undone.blocked.map(({ code }) => code)).toEqual(numbers(12).map(() => 'cycle'))
  expect(undone.node_ids.toSorted()).toEqual(
    pairs
      .slice(12)
      .map(({ id }) => id)
      .sort(),
  )
})
