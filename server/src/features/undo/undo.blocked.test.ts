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

it('undoes the edits of a run although one text no longer fits in the plan', async () => {
  const { make, as, owner, base, node, undo } = await setUp({ CAIRN_MAX_PLAN_TEXT_MB: '1' })
  const agent = as(await make.apiToken(owner, 'write'))
  const long = await node('Long', undefined, { context: 'a'.repeat(50_000) })
  const short = [await node('1'), await node('2'), await node('3')]
  const edit = ({ id }: { id: string }, body: Record<string, unknown>) =>
    agent('PUT', `${base}/nodes/${id}`, body, { 'x-run-id': 'run 1' })
  await edit(short[0] as { id: string }, { title: 'Edited' })
  await edit(long, { context: null })
  for (const one of short.slice(1)) await edit(one, { title: 'Edited' })
  const text = 'b'.repeat(50_000)
  for (const index of numbers(10)) await node(`Full ${index}`, undefined, { context: text, agent_instructions: text })

  const undone = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  expect(undone).toMatchObject({ undone: 3, blocked: [{ code: 'plan_full', node_id: long.id }] })
})

it('returns as many deleted nodes as fit in the plan', async () => {
  const { node, change, undo, nodes } = await setUp({ CAIRN_MAX_PLAN_NODES: '5' })
  const node_ids: string[] = []
  for (const index of numbers(4)) node_ids.push((await node(`Deleted ${index}`)).id)
  const deleted = await change('POST', '/nodes/bulk', { node_ids, delete: true })
  for (const index of numbers(3)) await node(`New ${index}`)

  const undone = done(await undo({ changes: [deleted], skip_blocked: true }))

  expect(undone.blocked.map(({ code }) => code)).toEqual(['plan_full', 'plan_full'])
  expect([undone.undone, (await nodes()).length]).toEqual([2, 5])
})

it('leaves a deleted node in the trash if its parent does not fit in the plan', async () => {
  const { make, as, owner, base, node, undo } = await setUp({ CAIRN_MAX_PLAN_NODES: '6' })
  const agent = as(await make.apiToken(owner, 'write'))
  const parent = await node('Parent')
  for (const index of numbers(2)) await node(`Child ${index}`, parent.id)
  const child = await node('Deleted before', parent.id)
  const other = await node('Other')
  for (const { id } of [child, parent, other])
    await agent('DELETE', `${base}/nodes/${id}`, undefined, { 'x-run-id': 'run 1' })
  for (const index of numbers(4)) await node(`New ${index}`)

  const undone = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  const blocked = new Map(undone.blocked.map(({ node_id, code }) => [node_id, code]))
  expect(Object.fromEntries(blocked)).toEqual({ [parent.id]: 'plan_full', [child.id]: 'parent_gone' })
  expect(undone.node_ids).toEqual([other.id])
})

it('returns a deleted node into the room of one whose parent does not fit in the plan', async () => {
  const { make, as, owner, base, node, undo } = await setUp({ CAIRN_MAX_PLAN_NODES: '7' })
  const agent = as(await make.apiToken(owner, 'write'))
  const parent = await node('Parent')
  const below = [await node('Child 0', parent.id), await node('Child 1', parent.id)]
  const lower = await node('Deleted before', below[0]?.id)
  const lowest = await node('Deleted first', lower.id)
  const other = await node('Other')
  for (const { id } of [other, lowest, lower, parent])
    await agent('DELETE', `${base}/nodes/${id}`, undefined, { 'x-run-id': 'run 1' })
  for (const index of numbers(6)) await node(`New ${index}`)

  const undone = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  expect(undone.blocked.map(({ node_id, code }) => [node_id, code])).toEqual([
    [parent.id, 'plan_full'],
    [lower.id, 'parent_gone'],
    [lowest.id, 'parent_gone'],
  ])
  expect(undone.node_ids).toEqual([other.id])
})

it('returns a deleted node into the room of one that has too many levels', async () => {
  const { make, as, owner, base, node, change, undo } = await setUp({ CAIRN_MAX_PLAN_NODES: '103' })
  const agent = as(await make.apiToken(owner, 'write'))
  const ids: string[] = []
  for (const level of numbers(99)) ids.push((await node(`Level ${level}`, ids.at(-1))).id)
  const tall = await node('Tall', ids.at(-1))
  const other = await node('Other')
  for (const { id } of [other, tall]) await agent('DELETE', `${base}/nodes/${id}`, undefined, { 'x-run-id': 'run 1' })
  await change('POST', `/nodes/${ids[0]}/move`, { parent_id: (await node('Top')).id })
  for (const index of numbers(2)) await node(`New ${index}`)

  const undone = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  expect(undone).toMatchObject({ node_ids: [other.id], blocked: [{ code: 'too_deep', node_id: tall.id }] })
})

it('does not exceed the limit of nodes with two changes that fit one by one', async () => {
  const { node, nodes, change, undo } = await setUp({ CAIRN_MAX_PLAN_NODES: '3' })
  const deleted = [await node('A'), await node('B')]
  await node('C')
  const changes: number[] = []
  for (const { id } of deleted) changes.push(await change('DELETE', `/nodes/${id}`))
  await node('D')

  const undone = done(await undo({ changes, skip_blocked: true }))

  expect(undone).toMatchObject({ undone: 1, blocked: [{ code: 'plan_full', node_id: deleted[0]?.id }] })
  expect(await nodes()).toHaveLength(3)
})

it('uses the room of a new node, which goes, for a deleted one of the same run', async () => {
  const { make, as, owner, base, node, titles, undo } = await setUp({ CAIRN_MAX_PLAN_NODES: '3' })
  const agent = as(await make.apiToken(owner, 'write'))
  const run = { 'x-run-id': 'run 1' }
  const [first] = [await node('A'), await node('B'), await node('C')]
  await agent('DELETE', `${base}/nodes/${first?.id}`, undefined, run)
  await agent('POST', `${base}/nodes`, { title: 'D', node_type: 'task' }, run)

  expect(done(await undo({ run_id: 'run 1' }))).toMatchObject({ undone: 2, blocked: [] })
  expect(await titles()).toEqual(['A', 'B', 'C'])
})

it('does not exceed the limit of text with two texts that fit one by one', async () => {
  const { make, as, owner, base, node, undo } = await setUp({ CAIRN_MAX_PLAN_TEXT_MB: '1' })
  const agent = as(await make.apiToken(owner, 'write'))
  const text = 'a'.repeat(50_000)
  const cleared = [await node('1', undefined, { context: text }), await node('2', undefined, { context: text })]
  for (const { id } of cleared) await agent('PUT', `${base}/nodes/${id}`, { context: null }, { 'x-run-id': 'run 1' })
  for (const index of numbers(9)) await node(`Full ${index}`, undefined, { context: text, agent_instructions: text })
  await node('Half', undefined, { context: text })

  const undone = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  expect(undone).toMatchObject({ undone: 1, blocked: [{ code: 'plan_full', node_id: cleared[0]?.id }] })
})

it('returns a text that fits only after an older edit of the same run has given back its room', async () => {
  const { make, as, owner, base, node, one, undo } = await setUp({ CAIRN_MAX_PLAN_TEXT_MB: '1' })
  const agent = as(await make.apiToken(owner, 'write'))
  const text = 'a'.repeat(50_000)
  const [long, short] = [await node('Long', undefined, { context: text }), await node('Short')]
  const edit = (id: string, context: string | null) =>
    agent('PUT', `${base}/nodes/${id}`, { context }, { 'x-run-id': 'run 1' })
  await edit(short.id, text)
  await edit(long.id, null)
  for (const index of numbers(9)) await node(`Full ${index}`, undefined, { context: text, agent_instructions: text })
  await node('Half', undefined, { context: text })

  expect(done(await undo({ run_id: 'run 1' }))).toMatchObject({ undone: 2, blocked: [] })
  expect((await one(long.id)).context).toBe(text)
})

it('returns a deleted node although its sibling has too many levels', async () => {
  const { node, change, undo } = await setUp()
  const ids: string[] = []
  for (const level of numbers(98)) ids.push((await node(`Level ${level}`, ids.at(-1))).id)
  const [tall, flat] = [await node('Tall', ids.at(-1)), await node('Flat', ids.at(-1))]
  await node('Below', tall.id)
  const deleted = await change('POST', '/nodes/bulk', { node_ids: [tall.id, flat.id], delete: true })
  await change('POST', `/nodes/${ids[0]}/move`, { parent_id: (await node('Top')).id })

  const undone = done(await undo({ changes: [deleted], skip_blocked: true }))

  expect(undone).toMatchObject({ node_ids: [flat.id], blocked: [{ code: 'too_deep', node_id: tall.id }] })
})

it('undoes edits that need no room although twelve texts do not fit in the plan', async () => {
  const { make, as, owner, base, node, undo } = await setUp({ CAIRN_MAX_PLAN_TEXT_MB: '1' })
  const agent = as(await make.apiToken(owner, 'write'))
  const edit = (id: string, body: Record<string, unknown>) =>
    agent('PUT', `${base}/nodes/${id}`, body, { 'x-run-id': 'run 1' })
  const text = 'a'.repeat(50_000)
  const renamed: string[] = []
  const cleared: string[] = []
  for (const index of numbers(20)) renamed.push((await node(`${index}`)).id)
  for (const index of numbers(12)) cleared.push((await node(`Long ${index}`, undefined, { context: text })).id)
  for (const id of renamed) await edit(id, { title: 'Edited' })
  for (const id of cleared) await edit(id, { context: null })
  for (const index of numbers(10)) await node(`Full ${index}`, undefined, { context: text, agent_instructions: text })

  const undone = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  expect(undone.blocked.map(({ code, node_id }) => [code, node_id])).toEqual(
    cleared.toReversed().map((id) => ['plan_full', id]),
  )
  expect(undone.node_ids).toEqual(renamed.toReversed())
})

it('returns a deleted node although twelve others below other parents have too many levels', async () => {
  const { node, change, undo } = await setUp()
  const ids: string[] = []
  for (const level of numbers(97)) ids.push((await node(`Level ${level}`, ids.at(-1))).id)
  const flat = await node('Flat', ids.at(-1))
  const tall: string[] = []
  for (const index of numbers(12)) {
    const child = await node(`Tall ${index}`, (await node(`Parent ${index}`, ids.at(-1))).id)
    await node('Below', child.id)
    tall.push(child.id)
  }
  const deleted = await change('POST', '/nodes/bulk', { node_ids: [flat.id, ...tall], delete: true })
  await change('POST', `/nodes/${ids[0]}/move`, { parent_id: (await node('Top')).id })

  const undone = done(await undo({ changes: [deleted], skip_blocked: true }))

  expect(new Set(undone.blocked.map(({ node_id }) => node_id))).toEqual(new Set(tall))
  expect(undone.blocked.map(({ code }) => code)).toEqual(tall.map(() => 'too_deep'))
  expect(undone.node_ids).toEqual([flat.id])
})

it('leaves a deleted node in the trash if its parent has too many levels', async () => {
  const { make, as, owner, base, node, change, undo } = await setUp()
  const agent = as(await make.apiToken(owner, 'write'))
  const ids: string[] = []
  for (const level of numbers(98)) ids.push((await node(`Level ${level}`, ids.at(-1))).id)
  const parent = await node('Parent', ids.at(-1))
  await node('Below', parent.id)
  const child = await node('Child', parent.id)
  for (const { id } of [child, parent]) await agent('DELETE', `${base}/nodes/${id}`, undefined, { 'x-run-id': 'run 1' })
  await change('POST', `/nodes/${ids[0]}/move`, { parent_id: (await node('Top')).id })

  const { undone, blocked } = done(await undo({ run_id: 'run 1', skip_blocked: true }))

  expect(undone).toBe(0)
  expect(blocked.map(({ node_id, code }) => [node_id, code])).toEqual([
    [parent.id, 'too_deep'],
    [child.id, 'parent_gone'],
  ])
})
