// What an agent needs to work with people: who they are, mentions, replies, and who holds what.
import type { LogEntry } from '@cairn/contract/api/logs'
import { expect, it } from 'vitest'
import { setUp, short } from '../../../test/mcp-plan.ts'

it('mentions members by their full names, unless two share one', async () => {
  const { as, make, owner, mcp, plan_id, one } = await setUp()
  const [lee, twin, other] = [
    await make.user({ name: 'Lee Ann' }),
    await make.user({ name: 'Sam Doe' }),
    await make.user({ name: 'sam doe' }),
  ]
  const short = await make.user({ name: 'Lee' })
  for (const { email } of [lee, twin, other, short])
    await as(owner)('POST', `/plans/${plan_id}/collaborators`, { email, role: 'editor' })
  const content = 'For @lee ann, @Lee. Not a@Lee Ann, @Leeds, @Sam Doe or @Nobody Here.'
  const { log_id, mentioned } = await mcp.call<{ log_id: string; mentioned: string[] }>('add_log', {
    ...{ plan_id, node_id: one.id, content, log_type: 'comment' },
  })
  expect(mentioned.toSorted()).toEqual(['Lee', 'Lee Ann'])
  const logs = (await as(owner)('GET', `/plans/${plan_id}/nodes/${one.id}/logs`)).json<LogEntry[]>()
  expect(logs.find(({ id }) => id === log_id)?.content).toBe(
    `For <@${lee.id}>, <@${short.id}>. Not a@Lee Ann, @Leeds, @Sam Doe or @Nobody Here.`,
  )
})

it('mentions members in the summary of a claim', async () => {
  const { as, owner, mcp, plan_id, one } = await setUp()
  const { claim } = await mcp.call<{ claim: { id: string } }>('claim_task', { plan_id, node_id: one.id })
  await mcp.call('end_claim', {
    ...{ plan_id, claim_id: claim.id, outcome: 'blocked' },
    summary: `@${owner.name} has to decide.`,
  })
  const [log] = (await as(owner)('GET', `/plans/${plan_id}/nodes/${one.id}/logs`)).json<LogEntry[]>()
  expect(log).toMatchObject({ content: `<@${owner.id}> has to decide.`, mentions: [{ id: owner.id }] })
})

it('assigns people to a node by id or full name, in their order', async () => {
  const { owner, editor, mcp, plan_id, one, nodeOf } = await setUp()
  const update = (more: object) => mcp.call<{ node: object }>('update_node', { plan_id, node_id: one.id, ...more })

  const { node } = await update({ assignees: [editor.name.toUpperCase(), owner.id], title: 'Renamed' })
  expect(node).toMatchObject({ title: 'Renamed', assignees: [editor.id, owner.id] })
  expect((await nodeOf(one.id)).assignees).toEqual([editor.id, owner.id])
  await update({ title: 'Again' })
  expect((await nodeOf(one.id)).assignees).toEqual([editor.id, owner.id])
  await update({ assignees: [] })
  expect((await nodeOf(one.id)).assignees).toEqual([])
  const refused = await mcp.refused('update_node', { plan_id, node_id: one.id, assignees: ['Nobody'] })
  expect(refused).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(`${owner.name} (${owner.id})`),
  })
})

it('lists all entries of a node, newest first, within the budget', async () => {
  const { make, owner, editor, mcp, plan_id, one } = await setUp()
  for (let count = 0; count < 30; count++) await make.log(owner, plan_id, one.id, { content: `Entry ${count}` })
  await make.log(owner, plan_id, one.id, { content: 'long '.repeat(1_900), log_type: 'decision' })
  await make.log(owner, plan_id, one.id, { content: `<@${editor.id}>, look.`, log_type: 'comment' })
  type Page = { entries: { content: string; cut?: true; by: string }[]; total: number; next_cursor: string | null }
  const list = (more: object) => mcp.call<Page>('list_logs', { plan_id, node_id: one.id, ...more })

  const contents: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = await list({ cursor, max_tokens: 500 })
    expect(page.total).toBe(32)
    contents.push(...page.entries.map(({ content }) => content))
    cursor = page.next_cursor
  }
  expect(contents).toHaveLength(32)
  expect(contents[0]).toBe(`@${editor.name}, look.`)
  expect(contents.at(-1)).toBe('Entry 0')
  const decisions = await list({ log_type: 'decision', max_tokens: 500 })
  expect(decisions).toMatchObject({ total: 1, next_cursor: null, entries: [{ by: owner.name, cut: true }] })
  expect(await mcp.refused('list_logs', { plan_id, node_id: one.id, cursor: 'x' })).toMatchObject({
    message: 'cursor is not valid',
  })
})

it('answers an entry by the short id that the context pack shows', async () => {
  const { as, owner, mcp, plan_id, one, two } = await setUp()
  const node_id = one.id
  const asked = await mcp.call<{ log_id: string }>('add_log', { plan_id, node_id, content: 'Which port?' })
  const log = `/plans/${plan_id}/nodes/${node_id}/log`
  const reply = (await as(owner)('POST', log, { content: '443.', parent_id: asked.log_id })).json<LogEntry>()
  const { text } = await mcp.call<{ text: string }>('get_context_pack', { plan_id, node_id })
  expect(text).toContain(`comment #${short(reply)}, by owner, reply to #${asked.log_id.slice(-8)}:`)

  const thanks = { plan_id, node_id, content: 'Thanks.', reply_to: `#${short(reply)}` }
  const { log_id } = await mcp.call<{ log_id: string }>('add_log', thanks)
  const logs = (await as(owner)('GET', `/plans/${plan_id}/nodes/${node_id}/logs`)).json<LogEntry[]>()
  expect(logs.find(({ id }) => id === log_id)).toMatchObject({ log_type: 'comment', parent_id: asked.log_id })
  for (const wrong of [{ reply_to: 'ffffffff' }, { reply_to: '%' }, { reply_to: log_id, node_id: two.id }])
    expect(await mcp.refused('add_log', { ...thanks, ...wrong })).toMatchObject({ code: 'log_not_found' })
})

it('lists the people of a plan and who holds which task, its own first', async () => {
  const { team, owner, editor, clientOf, mcp, plan_id, one, two } = await setUp()
  const people = await mcp.call<{ you: string; people: { id: string; role: string }[] }>('list_people', { plan_id })
  expect(people.you).toBe(editor.id)
  expect(people.people.map(({ id, role }) => [id, role])).toEqual([
    [owner.id, 'owner'],
    ...(['admin', 'editor', 'commenter', 'viewer'] as const).map((role) => [team[role].id, role]),
  ])

  const other = await clientOf(editor, 'admin')
  await other.call('claim_task', { plan_id, node_id: one.id })
  const { claim } = await mcp.call<{ claim: { id: string } }>('claim_task', { plan_id, node_id: two.id })
  const { claims } = await mcp.call<{ claims: { node_id: string }[] }>('list_claims', { plan_id })
  expect(claims).toMatchObject([
    { id: claim.id, node_id: two.id, yours: true },
    { node_id: one.id, yours: false, holder: expect.stringContaining(`, for ${editor.name}`) },
  ])
  const preview = await other.call<{ held: object[] }>('archive_nodes', { plan_id, node_ids: [one.id, two.id] })
  expect(preview.held).toMatchObject([{ node_id: two.id }])
})

it('says in changes what a person has undone', async () => {
  const { as, owner, mcp, plan_id, one } = await setUp()
  const { change } = await mcp.call<{ change: number }>('update_node', { plan_id, node_id: one.id, title: 'Uno' })
  const undone = await as(owner)('POST', `/plans/${plan_id}/undo`, { changes: [change] })
  expect(undone.statusCode, undone.body).toBe(200)
  const { changes } = await mcp.call<{ changes: object[] }>('get_changes', { plan_id, since: change })
  expect(changes).toMatchObject([{ undoes: change, text: expect.stringMatching(/ \(undo\)$/) }])
})
