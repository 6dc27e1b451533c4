import type { Claim } from '@cairn/contract/api/claims'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { parseConfig } from '../../base/config.ts'
import { expireClaims } from './claims.expiry.ts'

const MINUTE = 60_000

async function setUp() {
  let now = Date.parse('2026-05-01T08:00:00.000Z')
  const clock = () => new Date(now++)
  const test = await testApp({ clock })
  const expire = () =>
    expireClaims({
      ...{ store: test.store, clock, epoch: () => 'first', publish: () => undefined, revokeAccess: () => undefined },
      limits: parseConfig({ CAIRN_SECRET: 'a secret of the tests, long enough to be one' }).limits,
      security: { record: () => undefined, log: () => undefined, close: async () => undefined },
    })
  const advance = (minutes: number) => {
    now += minutes * MINUTE
  }
  const team = await test.make.team()
  const base = `/plans/${team.plan.id}`
  const person = test.as(team.owner)
  const agents = await Promise.all(
    ['one', 'two'].map(async () => test.as(await test.make.apiToken(team.owner, 'write'))),
  )
  const [agent, other] = agents as [(typeof agents)[number], (typeof agents)[number]]
  const task = (title: string, more: object = {}) => test.make.node(team.owner, team.plan.id, { title, ...more })
  const ready = async () =>
    (await person('GET', `${base}/ready`)).json<{ tasks: { title: string }[] }>().tasks.map(({ title }) => title)
  const claim = async (who = agent, body: object = {}) => {
    const reply = await who('POST', `${base}/claims`, body as Record<string, unknown>)
    return { status: reply.statusCode, ...reply.json() }
  }
  const status = async (id: string) => (await person('GET', `${base}/nodes/${id}`)).json().status
  const held = async () => (await person('GET', `${base}/claims`)).json<Claim[]>()
  const activity = async () =>
    (await person('GET', `/activity${base}/activity`))
      .json<{ data: { content: string }[] }>()
      .data.map((one) => one.content)
  return { ...test, ...team, base, person, agent, other, task, ready, claim, status, held, activity, advance, expire }
}

describe('ready work', () => {
  it('has the tasks that can be started, the one due first at the top', async () => {
    const { task, ready, person, base } = await setUp()
    const [pack, walk] = [await task('Pack'), await task('Walk')]
    await task('Buy ropes', { due_date: '2026-05-03' })
    await person('POST', `${base}/edges`, { source_id: pack.id, target_id: walk.id, kind: 'dependency' })

    expect(await ready()).toEqual(['Buy ropes', 'Pack'])
    await person('PUT', `${base}/nodes/${pack.id}/status`, { status: 'completed' })
    expect(await ready()).toEqual(['Buy ropes', 'Walk'])
  })
})

describe('a claim', () => {
  it('takes the first ready task, sets it in progress and shows who holds it', async () => {
    const { task, claim, status, held, owner, ready, activity } = await setUp()
    const pack = await task('Pack')
    await task('Walk')

    const { claim: got, node } = await claim()
    expect(node).toMatchObject({ id: pack.id, status: 'in_progress' })
    expect(got).toMatchObject({ node_id: pack.id, fence: 1, user: { id: owner.id }, agent: expect.any(String) })
    expect(Date.parse(got.expires_at) - Date.parse(got.created_at)).toBe(30 * MINUTE)
    expect(await status(pack.id)).toBe('in_progress')
    expect(await held()).toEqual([got])
    expect(await ready()).toEqual(['Walk'])
    expect((await activity()).some((text) => text.includes('claimed "Pack"'))).toBe(true)
  })

  it('is null if nothing is ready, and says why a given task is not', async () => {
    const { task, claim, other, person, base } = await setUp()
    expect(await claim()).toMatchObject({ status: 200, claim: null, node: null })
    const [pack, walk] = [await task('Pack'), await task('Walk')]
    await person('POST', `${base}/edges`, { source_id: pack.id, target_id: walk.id, kind: 'dependency' })
    const phase = await task('Phase', { node_type: 'phase' })

    expect(await claim(undefined, { node_id: walk.id })).toMatchObject({
      status: 409,
      code: 'not_ready',
      details: { reason: 'waits_for', by: pack.id },
    })
    expect(await claim(undefined, { node_id: phase.id })).toMatchObject({ details: { reason: 'not_a_task' } })
    expect(await claim(undefined, { node_id: crypto.randomUUID() })).toMatchObject({ status: 404 })
    const { claim: got } = await claim(undefined, { node_id: pack.id })
    expect(await claim(other, { node_id: pack.id })).toMatchObject({ code: 'claimed', details: { id: got.id } })
    expect(await claim(other)).toMatchObject({ claim: null })
    expect(await claim(undefined, { node_id: pack.id, take_over: true })).toMatchObject({ status: 403 })
  })

  it('is renewed by a heartbeat and by a log entry, and frees the task when it expires', async () => {
    const { task, claim, agent, other, base, advance, held, ready, activity, expire } = await setUp()
    const pack = await task('Pack')
    const { claim: got } = await claim()

    advance(20)
    const beat = await agent('POST', `${base}/claims/${got.id}/heartbeat`, {})
    expect(beat.json().expires_at > got.expires_at).toBe(true)
    advance(20)
    await agent('POST', `${base}/nodes/${pack.id}/log`, { content: 'Half of it is packed.' })
    advance(20)
    expect(await held()).toHaveLength(1)
    await expire()
    expect(await held()).toHaveLength(1)

    advance(20)
    expect(await held()).toEqual([])
    expect(await ready()).toEqual(['Pack'])
    // Also before the expired claim is ended.
    const unended = await agent('POST', `${base}/claims/${got.id}/heartbeat`, {})
    expect(unended.json()).toMatchObject({
      code: 'lease_lost',
      error: 'You no longer hold this task: your claim has ended. Claim it again to continue.',
      details: { outcome: 'expired', holder: null },
    })
    await expire()
    await expire()
    expect((await activity()).filter((text) => text.includes('on "Pack" expired'))).toHaveLength(1)
    expect(await ready()).toEqual(['Pack'])

    const late = await agent('PUT', `${base}/nodes/${pack.id}/status`, { status: 'completed' })
    expect(late.json()).toMatchObject({ code: 'lease_lost', details: { outcome: 'expired', holder: null } })
    expect((await agent('POST', `${base}/claims/${got.id}/heartbeat`, {})).json()).toMatchObject({ code: 'lease_lost' })
    expect(await claim(other)).toMatchObject({ claim: { node_id: pack.id, fence: 2 } })
  })

  it('ends as done, blocked or released, with a summary, and says what became ready', async () => {
    const { task, claim, agent, person, base, status, held, ready } = await setUp()
    const [pack, walk] = [await task('Pack'), await task('Walk')]
    await person('POST', `${base}/edges`, { source_id: pack.id, target_id: walk.id, kind: 'dependency' })
    const end = async (id: string, body: object) =>
      (await agent('POST', `${base}/claims/${id}/end`, body as never)).json()

    const { claim: first } = await claim()
    expect(await end(first.id, { outcome: 'released' })).toMatchObject({
      node: { status: 'not_started' },
      unblocked: [],
    })
    expect(await ready()).toEqual(['Pack'])
    const { claim: second } = await claim()
    expect(second.fence).toBe(2)
    expect(await end(second.id, { outcome: 'done', summary: 'Two ropes.' })).toMatchObject({
      node: { status: 'completed' },
      unblocked: [{ id: walk.id, title: 'Walk' }],
    })
    expect(await end(second.id, { outcome: 'done', summary: 'Two ropes.' })).toMatchObject({
      node: { status: 'completed' },
      unblocked: [],
    })
    const logs = (await person('GET', `${base}/nodes/${pack.id}/logs`)).json()
    expect(logs).toMatchObject([{ content: 'Two ropes.', via: { kind: 'token' } }])
    expect(logs).toHaveLength(1)
    const { claim: third } = await claim()
    await end(third.id, { outcome: 'blocked', summary: 'It rains.' })
    expect(await status(walk.id)).toBe('blocked')
    expect(await end(third.id, { outcome: 'done' })).toMatchObject({ code: 'lease_lost' })
    expect(await held()).toEqual([])
  })

  it('does not end as done again once the task is open again, and keeps no summary', async () => {
    const { task, claim, agent, person, base, advance } = await setUp()
    const pack = await task('Pack')
    const { claim: first } = await claim()
    const end = (summary: string) => agent('POST', `${base}/claims/${first.id}/end`, { outcome: 'done', summary })
    expect((await end('Packed.')).statusCode).toBe(200)
    await person('PUT', `${base}/nodes/${pack.id}/status`, { status: 'in_progress' })

    advance(1)
    expect((await end('Packed again.')).json()).toMatchObject({ code: 'lease_lost', details: { outcome: 'done' } })
    expect((await person('GET', `${base}/nodes/${pack.id}/logs`)).json()).toHaveLength(1)
  })

  it('is never shortened by a renewal', async () => {
    const { task, claim, agent, base, held } = await setUp()
    const pack = await task('Pack')
    const { claim: long } = await claim(agent, { node_id: pack.id, minutes: 480 })
    expect((await agent('POST', `${base}/claims/${long.id}/heartbeat`, {})).json()).toEqual(long)
    expect((await claim(agent, { node_id: pack.id })).claim).toEqual(long)
    await agent('POST', `${base}/nodes/${pack.id}/log`, { content: 'Half of it is packed.' })
    expect(await held()).toEqual([long])
  })

  it('says that someone undid the change that claimed it', async () => {
    const { task, agent, person, base } = await setUp()
    await task('Pack')
    const claimed = await agent('POST', `${base}/claims`, {})
    const changes = [Number(claimed.headers['x-change'])]
    expect((await person('POST', `${base}/undo`, { changes })).statusCode).toBe(200)
    const path = `${base}/claims/${claimed.json().claim.id}/end`
    expect((await agent('POST', path, { outcome: 'done' })).json()).toMatchObject({
      code: 'lease_lost',
      error:
        'You no longer hold this task: someone released it, or undid the change that claimed it. Read the task before you claim it again.',
    })
  })

  it('is handed over again when the first reply was lost', async () => {
    const { task, claim, agent, person, base, editor, held } = await setUp()
    const pack = await task('Pack')
    const { claim: got } = await claim()
    const handOver = () =>
      agent('POST', `${base}/claims/${got.id}/hand-over`, { user_id: editor.id, summary: 'The ropes are missing.' })
    const [first, again] = [await handOver(), await handOver()]
    expect(again.json().claim).toEqual(first.json().claim)
    expect(await held()).toEqual([first.json().claim])
    expect((await person('GET', `${base}/nodes/${pack.id}/logs`)).json()).toHaveLength(1)
  })

  it.each(['blocked', 'released'] as const)('ends as %s again when the first reply was lost', async (outcome) => {
    const { task, claim, agent, person, base, held } = await setUp()
    const pack = await task('Pack')
    const { claim: first } = await claim()
    const end = () => agent('POST', `${base}/claims/${first.id}/end`, { outcome, summary: 'It rains.' })

    const replies = [await end(), await end()]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(replies[1]?.json().node).toEqual(replies[0]?.json().node)
    expect((await person('GET', `${base}/nodes/${pack.id}/logs`)).json()).toHaveLength(1)
    expect(await held()).toEqual([])
  })

  it('is taken over by a person, and the agent learns it with its next call', async () => {
    const { task, claim, agent, other, person, base, held, owner, activity } = await setUp()
    const pack = await task('Pack')
    const { claim: lost } = await claim()

    const stranger = await other('PUT', `${base}/nodes/${pack.id}`, { title: 'Packed' })
    expect(stranger.json()).toMatchObject({ code: 'claimed' })
    expect(await claim(person, { node_id: pack.id })).toMatchObject({ code: 'claimed' })
    const taken = await claim(person, { node_id: pack.id, take_over: true })
    expect(taken.claim).toMatchObject({ agent: null, user: { id: owner.id }, fence: 2 })
    expect(await held()).toEqual([taken.claim])

    const next = await agent('PUT', `${base}/nodes/${pack.id}/status`, { status: 'completed' })
    expect(next.json()).toMatchObject({ code: 'lease_lost', details: { holder: { id: taken.claim.id } } })
    expect((await person('PUT', `${base}/nodes/${pack.id}`, { title: 'Packed' })).statusCode).toBe(200)
    expect((await activity()).some((text) => text.includes(`took "Pack" over from ${lost.agent}`))).toBe(true)
  })

  it('is handed over to someone who can edit, who is assigned and told by the activity', async () => {
    const { task, claim, agent, other, person, as, base, held, owner, editor, viewer, activity, status } = await setUp()
    const pack = await task('Pack')
    const { claim: got } = await claim()
    const path = `${base}/claims/${got.id}/hand-over`
    for (const [body, message] of [
      [{}, /user_id/],
      [{ user_id: 'x' }, /user_id/],
      [{ user_id: viewer.id }, /someone who can edit/],
      [{ user_id: crypto.randomUUID() }, /someone who can edit/],
      [{ user_id: editor.id, minutes: 481 }, /minutes/],
    ] as const) {
      const refused = await agent('POST', path, body)
      expect(refused.statusCode).toBe(400)
      expect(refused.json().error).toMatch(message)
    }
    const foreign = await as(editor)('POST', `${base}/claims/${crypto.randomUUID()}/hand-over`, { user_id: owner.id })
    expect(foreign.json()).toMatchObject({ code: 'claim_not_found' })

    const reply = await agent('POST', path, { user_id: editor.id, summary: 'The ropes are missing.' })
    expect(reply.statusCode).toBe(200)
    const { claim: next, node } = reply.json()
    expect(next).toMatchObject({ node_id: pack.id, fence: 2, user: { id: editor.id }, agent: null })
    expect(Date.parse(next.expires_at) - Date.parse(next.created_at)).toBe(480 * MINUTE)
    expect(node).toMatchObject({ id: pack.id, status: 'in_progress', assignees: [editor.id] })
    expect(await held()).toEqual([next])
    const logs = (await person('GET', `${base}/nodes/${pack.id}/logs`)).json<{ content: string }[]>()
    expect(logs.map(({ content }) => content)).toEqual(['The ropes are missing.'])
    const told = await activity()
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`handed "Pack" over to ${editor.name}$`)))
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`claimed "Pack" for ${editor.name}$`)))

    const late = await agent('PUT', `${base}/nodes/${pack.id}/status`, { status: 'completed' })
    expect(late.json()).toMatchObject({ code: 'lease_lost', details: { holder: { id: next.id } } })
    expect((await agent('POST', path, { user_id: owner.id })).json()).toMatchObject({ code: 'lease_lost' })
    // An agent of another person cannot hand over what the editor holds; a person can.
    const nextPath = `${base}/claims/${next.id}/hand-over`
    expect((await other('POST', nextPath, { user_id: owner.id })).json()).toMatchObject({ code: 'claim_not_found' })
    expect((await as(viewer)('POST', nextPath, { user_id: owner.id })).statusCode).toBe(403)
    expect((await person('POST', nextPath, { user_id: editor.id })).json().error).toMatch(/already holds/)
    const third = (await person('POST', nextPath, { user_id: owner.id })).json()
    expect(third.claim).toMatchObject({ fence: 3, user: { id: owner.id }, agent: null })
    expect(third.node.assignees).toEqual([editor.id, owner.id])
    const ended = await person('POST', `${base}/claims/${third.claim.id}/end`, { outcome: 'done' })
    expect(ended.statusCode).toBe(200)
    expect(await status(pack.id)).toBe('completed')
  })

  it('is handed by an agent to its own person, and undo leaves the hand-over alone', async () => {
    const { task, claim, agent, person, base, held, owner } = await setUp()
    const pack = await task('Pack')
    const { claim: got } = await claim()
    const reply = await agent('POST', `${base}/claims/${got.id}/hand-over`, { user_id: owner.id, minutes: 60 })
    expect(reply.json().claim).toMatchObject({ agent: null, user: { id: owner.id } })
    const undone = await person('POST', `${base}/undo`, { changes: [Number(reply.headers['x-change'])] })
    expect(undone.statusCode).toBe(200)
    expect(await held()).toEqual([reply.json().claim])
    const node = (await person('GET', `${base}/nodes/${pack.id}`)).json()
    expect(node.assignees).toEqual([])
  })

  it('is listed after it has expired, as long as its task is in progress', async () => {
    const { task, claim, person, base, advance, expire, held } = await setUp()
    const [pack, walk] = [await task('Pack'), await task('Walk')]
    const { claim: first } = await claim()
    const expired = async () =>
      (await person('GET', `${base}/claims?expired=true`)).json<Claim[]>().map(({ node_id }) => node_id)
    expect(await expired()).toEqual([pack.id])
    advance(31)
    expect(await expired()).toEqual([pack.id])
    await expire()
    expect(await expired()).toEqual([pack.id])
    const { claim: second } = await claim(undefined, { node_id: walk.id })
    expect(await expired()).toEqual([second.node_id, first.node_id])
    expect(await held()).toEqual([second])
    await person('PUT', `${base}/nodes/${pack.id}/status`, { status: 'completed' })
    expect(await expired()).toEqual([walk.id])
    expect((await person('GET', `${base}/claims?expired=yes`)).json().error).toMatch(/expired must be true or false/)
  })

  it('is refused to readers and hidden from strangers', async () => {
    const { task, as, make, viewer, base, owner, claim } = await setUp()
    await task('Pack')
    const { claim: got } = await claim()
    const [reader, stranger] = [await make.apiToken(owner, 'read'), await make.user()]

    expect((await as(viewer)('POST', `${base}/claims`, {})).statusCode).toBe(403)
    expect((await as(reader)('POST', `${base}/claims`, {})).statusCode).toBe(403)
    expect((await as(stranger)('GET', `${base}/ready`)).statusCode).toBe(404)
    expect((await as(reader)('GET', `${base}/claims`)).json()).toEqual([got])
  })
})

it('twenty agents that race finish every task once, and none is left', { timeout: 60_000 }, async () => {
  const { task, make, owner, as, base, held, ready, person } = await setUp()
  for (let index = 0; index < 30; index++) await task(`Step ${index}`)
  const claims: string[] = []
  const work = async (token: string) => {
    for (;;) {
      const { claim } = (await as(token)('POST', `${base}/claims`, {})).json<{ claim: Claim | null }>()
      if (!claim) return
      claims.push(claim.node_id)
      const ended = await as(token)('POST', `${base}/claims/${claim.id}/end`, { outcome: 'done' })
      expect(ended.statusCode).toBe(200)
    }
  }
  const tokens = await Promise.all(Array.from({ length: 20 }, () => make.apiToken(owner, 'write')))
  await Promise.all(tokens.map(work))

  expect(new Set(claims).size).toBe(30)
  expect(claims).toHaveLength(30)
  expect(await held()).toEqual([])
  expect(await ready()).toEqual([])
  const nodes = (await person('GET', `${base}/nodes`)).json<{ status: string; node_type: string }[]>()
  expect(nodes.filter(({ node_type, status }) => node_type === 'task' && status !== 'completed')).toEqual([])
})

describe('a new status', () => {
  interface Changed {
    id: string
    status: string
    unblocked?: { id: string; title: string }[]
  }

  it.each([
    ['its endpoint', '/status'],
    ['an update', ''],
  ])(
    'set with %s answers which tasks became ready: those that waited, and those below what waited or was blocked',
    async (_, path) => {
      const { task, person, base } = await setUp()
      const link = (source: { id: string }, target: { id: string }) =>
        person('POST', `${base}/edges`, { source_id: source.id, target_id: target.id, kind: 'dependency' })
      const set = async (node: { id: string }, status: string) => {
        const reply = (await person('PUT', `${base}/nodes/${node.id}${path}`, { status })).json<Changed>()
        expect(reply).toMatchObject({ id: node.id, status })
        return reply.unblocked?.map(({ title }) => title)
      }
      const [pack, buy] = [await task('Pack'), await task('Buy')]
      const hike = await task('Hike', { node_type: 'phase' })
      const [walk] = [await task('Walk', { parent_id: hike.id }), await task('Rest', { parent_id: hike.id })]
      await task('Eat', { parent_id: hike.id, due_date: '2026-05-03' })
      await link(pack, hike)
      await link(buy, walk)

      expect(await set(pack, 'in_progress')).toBeUndefined()
      expect(await set(pack, 'completed')).toEqual(['Eat', 'Rest'])
      expect(await set(pack, 'completed')).toBeUndefined()
      expect(await set(buy, 'completed')).toEqual(['Walk'])
      expect(await set(hike, 'blocked')).toBeUndefined()
      expect(await set(buy, 'not_started')).toBeUndefined()
      expect(await set(hike, 'in_progress')).toEqual(['Eat', 'Rest'])

      const bulk = await person('POST', `${base}/nodes/bulk`, { node_ids: [pack.id, buy.id], status: 'completed' })
      expect(bulk.json<Changed[]>().map(({ unblocked }) => unblocked?.map(({ title }) => title))).toEqual([
        undefined,
        ['Walk'],
      ])
      const moved = await person('POST', `${base}/nodes/bulk`, { node_ids: [pack.id, buy.id], parent_id: hike.id })
      expect(moved.json<Changed[]>().filter(({ unblocked }) => unblocked)).toEqual([])
    },
  )

  it('leaves out tasks that are held, done, still waiting or in the trash, and lists at most fifty', async () => {
    const { task, person, base, claim } = await setUp()
    const link = (source: { id: string }, target: { id: string }) =>
      person('POST', `${base}/edges`, { source_id: source.id, target_id: target.id, kind: 'dependency' })
    const first = await task('First')
    const [held, done, waits, gone] = [await task('A'), await task('B'), await task('C'), await task('D')]
    const other = await task('Other')
    await claim(undefined, { node_id: held.id })
    for (const node of [held, done, waits, gone]) await link(first, node)
    await link(other, waits)
    await person('PUT', `${base}/nodes/${done.id}/status`, { status: 'completed' })
    await person('DELETE', `${base}/nodes/${gone.id}`)
    const complete = () => person('PUT', `${base}/nodes/${first.id}/status`, { status: 'completed' })
    expect((await complete()).json()).not.toHaveProperty('unblocked')

    await person('PUT', `${base}/nodes/${first.id}/status`, { status: 'not_started' })
    const big = await task('Big', { node_type: 'phase' })
    for (let index = 0; index < 51; index++) await task(`Step ${index}`, { parent_id: big.id })
    await link(first, big)
    expect((await complete()).json<Changed>().unblocked).toHaveLength(50)
  })
})

it('repeats the reply to a claim and a handover whose reply was lost', async () => {
  const { task, agent, person, base, editor, held } = await setUp()
  for (const title of ['Pack', 'Walk']) await task(title)
  const twice = async (who: typeof agent, path: string, body: Record<string, unknown>) => {
    const send = async () =>
      (await who('POST', `${base}/claims${path}`, body, { 'idempotency-key': `key${path}` })).json()
    const [first, again] = [await send(), await send()]
    expect(again).toEqual(first)
    return first
  }

  const { claim } = await twice(agent, '', {})
  expect((await held()).map(({ id }) => id)).toEqual([claim.id])
  const handed = await twice(person, `/${claim.id}/hand-over`, { user_id: editor.id })
  expect((await held()).map(({ id }) => id)).toEqual([handed.claim.id])
})
