import type { Claim } from '@cairn/contract/api/claims'
import { expect, it } from 'vitest'
import { connectApp, sendForm } from '../../../test/apps.ts'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { parseConfig } from '../../base/config.ts'
import { expireClaims } from './claims.expiry.ts'

type Team = Awaited<ReturnType<TestApp['make']['team']>>

async function setUp() {
  let now = Date.parse('2026-05-01T08:00:00.000Z')
  const clock = () => new Date(now++)
  const test = await testApp({ clock })
  const team = await test.make.team()
  const { owner, plan } = team
  const base = `/plans/${plan.id}`
  const person = test.as(owner)
  const phase = await test.make.node(owner, plan.id, { title: 'Phase', node_type: 'phase' })
  const task = await test.make.node(owner, plan.id, { title: 'Pack', parent_id: phase.id })
  /** The task is held, and the owner does not hold anything. */
  const hold = async (token: string) => {
    const reply = await test.as(token)('POST', `${base}/claims`, { node_id: task.id })
    expect(reply.statusCode).toBe(200)
    return reply.json<{ claim: Claim }>().claim
  }
  const endsOf = async (claimId: string) =>
    (
      await test.store.reader
        .selectFrom('events')
        .selectAll()
        .where('kind', '=', 'node.claim_ended')
        .where('plan_id', '=', plan.id)
        .execute()
    ).filter(({ data }) => JSON.stringify(data).includes(claimId))
  const outcomeOf = async (claimId: string) =>
    (
      await test.store.reader
        .selectFrom('claims')
        .select(['outcome', 'ended_at'])
        .where('id', '=', claimId)
        .executeTakeFirstOrThrow()
    ).outcome
  const sentences = async () =>
    (await person('GET', `/activity${base}/activity`))
      .json<{ data: { content: string }[] }>()
      .data.map(({ content }) => content)
  const ready = async () =>
    (await person('GET', `${base}/ready`)).json<{ tasks: { title: string }[] }>().tasks.map(({ title }) => title)
  const sweep = () =>
    expireClaims({
      ...{ store: test.store, clock, epoch: () => 'first', publish: () => undefined, revokeAccess: () => undefined },
      limits: parseConfig({ CAIRN_SECRET: 'a secret of the tests, long enough to be one' }).limits,
      security: { record: () => undefined, log: () => undefined, close: async () => undefined },
    })
  const advance = (minutes: number) => {
    now += minutes * 60_000
  }
  const time = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  return {
    ...test,
    test,
    team,
    base,
    person,
    phase,
    task,
    hold,
    endsOf,
    outcomeOf,
    sentences,
    ready,
    sweep,
    advance,
    time,
  }
}
type World = Awaited<ReturnType<typeof setUp>>
type Call = World['person']

interface End {
  name: string
  why: string | null
  outcome: string
  holder?: (team: Team) => TestUser
  end(world: World, holder: TestUser): Promise<unknown>
}

const byEditor = ({ editor }: Team) => editor

/** Every way to complete the task. */
const COMPLETIONS: [string, (as: Call, world: World) => ReturnType<Call>][] = [
  ['its status', (as, { base, task }) => as('PUT', `${base}/nodes/${task.id}/status`, { status: 'completed' })],
  ['an update', (as, { base, task }) => as('PUT', `${base}/nodes/${task.id}`, { title: 'Pack', status: 'completed' })],
  [
    'a bulk status',
    (as, { base, task }) => as('POST', `${base}/nodes/bulk`, { node_ids: [task.id], status: 'completed' }),
  ],
  [
    'bulk changes',
    (as, { base, task }) => as('POST', `${base}/nodes/bulk`, { changes: [{ id: task.id, status: 'completed' }] }),
  ],
]

it.each(COMPLETIONS)('ends as done when its holder completes the task with %s', async (_, complete) => {
  const world = await setUp()
  const { hold, outcomeOf, endsOf, sentences, make, as, team, person, base, task } = world
  const token = await make.apiToken(team.editor, 'write')
  const { id } = await hold(token)
  const reply = await complete(as(token), world)
  expect(reply.statusCode, reply.body).toBe(200)

  expect(await outcomeOf(id)).toBe('done')
  expect(await endsOf(id)).toHaveLength(1)
  expect((await person('GET', `${base}/claims`)).json()).toEqual([])
  expect(await sentences()).toContainEqual(expect.stringMatching(/finished "Pack"$/))
  // The holder may reopen what it has finished itself.
  const again = await as(token)('PUT', `${base}/nodes/${task.id}/status`, { status: 'in_progress' })
  expect(again.statusCode).toBe(200)
})

it.each(COMPLETIONS)('ends when a person completes the task with %s, and says why', async (_, complete) => {
  const world = await setUp()
  const { hold, outcomeOf, endsOf, sentences, make, as, team, person, base, task } = world
  const token = await make.apiToken(team.editor, 'write')
  const { id } = await hold(token)
  const reply = await complete(person, world)
  expect(reply.statusCode, reply.body).toBe(200)

  expect(await outcomeOf(id)).toBe('node_completed')
  expect(await endsOf(id)).toHaveLength(1)
  expect((await person('GET', `${base}/claims`)).json()).toEqual([])
  expect(await sentences()).toContainEqual(
    expect.stringMatching(/^The claim of .* on "Pack" ended because the task was completed$/),
  )
  const late = await as(token)('PUT', `${base}/nodes/${task.id}/status`, { status: 'blocked' })
  expect(late.json()).toMatchObject({ code: 'lease_lost', details: { outcome: 'node_completed', holder: null } })
  const ended = await as(token)('POST', `${base}/claims/${id}/end`, { outcome: 'released' })
  expect(ended.json()).toMatchObject({ code: 'lease_lost' })
})

it('ends when a person blocks the task, and its holder can no longer complete it', async () => {
  const { hold, outcomeOf, sentences, make, as, team, person, base, task, ready } = await setUp()
  const token = await make.apiToken(team.editor, 'write')
  const agent = as(token)
  const { id } = await hold(token)
  const blocked = await person('PUT', `${base}/nodes/${task.id}/status`, { status: 'blocked' })

  expect(await outcomeOf(id)).toBe('node_blocked')
  expect(await sentences()).toContainEqual(
    expect.stringMatching(/^The claim of .* on "Pack" ended because the task was set to blocked$/),
  )
  const late = await agent('POST', `${base}/claims/${id}/end`, { outcome: 'done' })
  expect(late.json()).toMatchObject({ code: 'lease_lost', details: { outcome: 'node_blocked', holder: null } })
  expect((await person('GET', `${base}/nodes/${task.id}`)).json().status).toBe('blocked')
  expect((await agent('POST', `${base}/claims`, { node_id: task.id })).json()).toMatchObject({ code: 'not_ready' })

  await person('POST', `${base}/undo`, { changes: [Number(blocked.headers['x-change'])] })
  expect(await ready()).toEqual(['Pack'])
})

it('stays when the completion of its task is refused, and when its holder sets another status', async () => {
  const { hold, outcomeOf, make, as, team, base, task } = await setUp()
  const token = await make.apiToken(team.editor, 'write')
  const { id } = await hold(token)
  const other = as(await make.apiToken(team.editor, 'write'))
  const refused = await other('PUT', `${base}/nodes/${task.id}/status`, { status: 'completed' })
  expect(refused.json()).toMatchObject({ code: 'claimed' })
  expect((await as(token)('PUT', `${base}/nodes/${task.id}`, { status: 'blocked' })).statusCode).toBe(200)
  expect(await outcomeOf(id)).toBeNull()
})

it('leaves a task that can be claimed again when its completion by a person is undone', async () => {
  const { hold, outcomeOf, make, team, person, base, task, ready } = await setUp()
  const { id } = await hold(await make.apiToken(team.editor, 'write'))
  const completed = await person('PUT', `${base}/nodes/${task.id}/status`, { status: 'completed' })
  const undo = async (change: string | number | string[] | undefined) => {
    const reply = await person('POST', `${base}/undo`, { changes: [Number(change)] })
    expect(reply.json()).toMatchObject({ blocked: [] })
    return reply.headers['x-change']
  }
  const redo = await undo(completed.headers['x-change'])
  expect((await person('GET', `${base}/nodes/${task.id}`)).json().status).toBe('in_progress')
  expect(await ready()).toEqual(['Pack'])
  await undo(redo)
  expect((await person('GET', `${base}/nodes/${task.id}`)).json().status).toBe('completed')
  expect(await ready()).toEqual([])
  expect(await outcomeOf(id)).toBe('node_completed')
})

it.each<End>([
  {
    name: 'the task is deleted',
    outcome: 'node_deleted',
    why: 'the task was deleted',
    end: ({ person, base, task }) => person('DELETE', `${base}/nodes/${task.id}`),
  },
  {
    name: 'a node above the task is deleted',
    outcome: 'node_deleted',
    why: 'the task was deleted',
    end: ({ person, base, phase }) => person('DELETE', `${base}/nodes/${phase.id}`),
  },
  {
    name: 'a bulk change deletes the branch',
    outcome: 'node_deleted',
    why: 'the task was deleted',
    end: ({ person, base, phase, task }) =>
      person('POST', `${base}/nodes/bulk`, { node_ids: [task.id, phase.id], delete: true }),
  },
  {
    name: 'the plan is deleted',
    outcome: 'plan_deleted',
    why: null,
    end: ({ person, base }) => person('DELETE', base),
  },
  {
    name: 'the holder is removed from the plan',
    outcome: 'access_lost',
    why: 'its holder can no longer edit the plan',
    holder: byEditor,
    end: ({ person, base }, { id }) => person('DELETE', `${base}/collaborators/${id}`),
  },
  {
    name: 'the holder leaves the plan',
    outcome: 'access_lost',
    why: 'its holder can no longer edit the plan',
    holder: byEditor,
    end: ({ as, base }, holder) => as(holder)('POST', `${base}/leave`),
  },
  {
    name: 'the role of the holder no longer allows it',
    outcome: 'access_lost',
    why: 'its holder can no longer edit the plan',
    holder: byEditor,
    end: ({ person, base }, { id }) => person('PUT', `${base}/collaborators/${id}`, { role: 'commenter' }),
  },
  {
    name: 'the account of the holder is deleted',
    outcome: 'account_deleted',
    why: 'the account was deleted',
    holder: byEditor,
    end: ({ as }, holder) => as(holder)('DELETE', '/users/profile', { password: PASSWORD }),
  },
])('ends when $name, and says why', async ({ outcome, why, holder = ({ owner }) => owner, end }) => {
  const world = await setUp()
  const { hold, outcomeOf, endsOf, sentences, team, make, person, base } = world
  const who = holder(team)
  const { id } = await hold(await make.apiToken(who, 'write'))
  const reply = (await end(world, who)) as { statusCode: number; body: string }
  expect(reply.statusCode, reply.body).toBeLessThan(300)

  expect(await outcomeOf(id)).toBe(outcome)
  expect(await endsOf(id)).toHaveLength(1)
  if (why === null) return
  expect((await person('GET', `${base}/claims`)).json()).toEqual([])
  expect(await sentences()).toContainEqual(
    expect.stringMatching(new RegExp(`^The claim of .* on "Pack" ended because ${why}$`)),
  )
})

it('frees a task whose holder lost access, although it is in progress, and one that is restored', async () => {
  const { hold, make, team, person, base, ready, task, as } = await setUp()
  const token = await make.apiToken(team.editor, 'write')
  await hold(token)
  expect(await ready()).toEqual([])
  await person('PUT', `${base}/collaborators/${team.editor.id}`, { role: 'viewer' })
  expect(await ready()).toEqual(['Pack'])
  const [ended] = (await person('GET', `${base}/claims?expired=true`)).json<Claim[]>()
  const seconds = (Date.parse(ended?.expires_at ?? '') - Date.parse(ended?.created_at ?? '')) / 1_000
  expect(seconds, 'it was claimed for 30 minutes').toBeLessThan(60)

  await person('PUT', `${base}/collaborators/${team.editor.id}`, { role: 'editor' })
  const late = await as(token)('PUT', `${base}/nodes/${task.id}/status`, { status: 'completed' })
  expect(late.json()).toMatchObject({ code: 'lease_lost', details: { outcome: 'access_lost', holder: null } })
  const { id, fence } = await hold(token)
  expect(fence).toBe(2)
  await person('DELETE', `${base}/nodes/${task.id}`)
  await person('POST', `${base}/nodes/${task.id}/restore`)
  expect(await ready()).toEqual(['Pack'])
  const beat = await as(token)('POST', `${base}/claims/${id}/heartbeat`, {})
  expect(beat.json()).toMatchObject({ code: 'lease_lost', details: { outcome: 'node_deleted' } })
})

it('stays when the holder still may edit, and when another person or token loses access', async () => {
  const { hold, make, team, person, base, outcomeOf, as } = await setUp()
  const { id } = await hold(await make.apiToken(team.editor, 'write'))
  const other = await make.apiToken(team.editor, 'write')
  await person('PUT', `${base}/collaborators/${team.editor.id}`, { role: 'admin' })
  await person('DELETE', `${base}/collaborators/${team.viewer.id}`)
  const tokens = (await as(team.editor)('GET', '/auth/token')).json<{ id: string }[]>()
  const held = (await person('GET', `${base}/claims`)).json<Claim[]>()
  expect(held).toHaveLength(1)
  expect(tokens).toHaveLength(2)
  expect(other).toBeTruthy()
  // Signing out ends a session, not what the person or their agents hold.
  await as(team.editor)('POST', '/auth/logout')
  expect(await outcomeOf(id)).toBeNull()
})

it('ends in every plan when its token is revoked, and only what that token holds', async () => {
  const { hold, make, team, as, endsOf, outcomeOf, sentences, person, base, task } = await setUp()
  const { editor } = team
  const token = await make.apiToken(editor, 'write')
  const [{ id: tokenId } = { id: '' }] = (await as(editor)('GET', '/auth/token')).json<{ id: string }[]>()
  const { id } = await hold(token)
  const plan = await make.plan(editor)
  const elsewhere = await make.node(editor, plan.id, { title: 'Elsewhere' })
  const second = (await as(token)('POST', `/plans/${plan.id}/claims`, { node_id: elsewhere.id })).json().claim
  const mine = await make.node(editor, plan.id, { title: 'Mine' })
  const own = (await as(editor)('POST', `/plans/${plan.id}/claims`, { node_id: mine.id })).json().claim

  expect((await as(editor)('DELETE', `/auth/token/${tokenId}`)).statusCode).toBe(204)
  expect([await outcomeOf(id), await outcomeOf(second.id), await outcomeOf(own.id)]).toEqual([
    'credential_ended',
    'credential_ended',
    null,
  ])
  expect(await endsOf(id)).toHaveLength(1)
  expect(await sentences()).toContainEqual(expect.stringContaining('ended because its token or app lost access'))
  const next = await person('POST', `${base}/claims`, { node_id: task.id })
  expect(next.json().claim).toMatchObject({ fence: 2 })
})

it('names the connected app when its claim expires', async () => {
  const { test, hold, team, endsOf, sweep, advance } = await setUp()
  const app = await connectApp(test, team.owner, { scope: 'write' })
  const { id, agent } = await hold(app.access_token)

  advance(60)
  await sweep()

  const [end] = await endsOf(id)
  expect(JSON.parse(end?.via ?? '')).toMatchObject({ kind: 'connector', name: agent })
})

it('ends when its token expires', async () => {
  const { hold, as, team, outcomeOf, sweep, advance, time, ready, endsOf } = await setUp()
  const reply = await as(team.editor)('POST', '/auth/token', {
    name: 'Short',
    permissions: ['write'],
    expires_at: time(10),
  })
  const { id } = await hold(reply.json().token)
  await sweep()
  expect(await outcomeOf(id)).toBeNull()
  advance(11)
  await sweep()
  await sweep()
  expect(await outcomeOf(id)).toBe('credential_ended')
  expect(await endsOf(id)).toHaveLength(1)
  expect(await ready()).toEqual(['Pack'])
})

it('ends when its app is disconnected, not when only an access token of the app is revoked', async () => {
  const { hold, test, as, team, outcomeOf } = await setUp()
  const { access_token, refresh_token, client_id } = await connectApp(test, team.editor)
  const { id, agent } = await hold(access_token)
  expect(agent).toBe('Helper')
  await sendForm(test, '/oauth/revoke', { token: access_token, client_id })
  expect(await outcomeOf(id)).toBeNull()
  await sendForm(test, '/oauth/revoke', { token: refresh_token, client_id })
  expect(await outcomeOf(id)).toBe('credential_ended')

  const again = await connectApp(test, team.editor)
  const second = await hold(again.access_token)
  const [app] = (await as(team.editor)('GET', '/auth/apps')).json<{ id: string }[]>()
  await as(team.editor)('DELETE', `/auth/apps/${app?.id}`)
  expect(await outcomeOf(second.id)).toBe('credential_ended')
})

it.each(['after', 'before'])(
  'leaves a task to the person who took it up %s its expired claim was ended',
  async (when) => {
    const { hold, sweep, advance, make, team, as, person, base, task, ready } = await setUp()
    await hold(await make.apiToken(team.editor, 'write'))
    advance(31)
    if (when === 'after') await sweep()
    const set = (status: string) => person('PUT', `${base}/nodes/${task.id}/status`, { status })
    const expired = async () => (await person('GET', `${base}/claims?expired=true`)).json<Claim[]>()
    expect([await ready(), (await expired()).length]).toEqual([['Pack'], 1])
    await set('not_started')
    expect([await ready(), await expired()]).toEqual([['Pack'], []])
    const taken = await set('in_progress')
    await sweep()

    expect([await ready(), await expired()]).toEqual([[], []])
    const other = as(await make.apiToken(team.owner, 'write'))
    expect((await other('POST', `${base}/claims`, {})).json()).toEqual({ claim: null, node: null })
    const named = await other('POST', `${base}/claims`, { node_id: task.id })
    expect(named.json()).toMatchObject({ code: 'not_ready', details: { reason: 'in_progress' } })

    await person('POST', `${base}/undo`, { changes: [Number(taken.headers['x-change'])] })
    expect(await ready()).toEqual(['Pack'])
  },
)

it.each(['plan', 'branch'] as const)('ends when its token is limited to another %s', async (limit) => {
  const { hold, outcomeOf, make, as, team, person, base, task, phase } = await setUp()
  const { plan } = team
  const made = (await person('POST', '/auth/token', { name: 'Agent', permissions: ['read', 'write'] })).json()
  const elsewhere =
    limit === 'plan' ? await make.plan(team.owner) : await make.node(team.owner, plan.id, { title: 'Other' })
  const limited = (body: object) => person('PUT', `/auth/token/${made.id}/limits`, body as Record<string, unknown>)
  const { id } = await hold(made.token)

  await limited({ plan_id: plan.id, branch_id: phase.id })
  expect(await outcomeOf(id)).toBeNull()
  await limited(limit === 'plan' ? { plan_id: elsewhere.id } : { plan_id: plan.id, branch_id: elsewhere.id })

  expect(await outcomeOf(id)).toBe('access_lost')
  const other = await make.apiToken(team.editor, 'write')
  expect((await as(other)('POST', `${base}/claims`, { node_id: task.id })).statusCode).toBe(200)
})

it.each(['alone', 'with others'])(
  'ends when its task is moved %s out of the branch of its token, and not within it',
  async (how) => {
    const { hold, outcomeOf, make, team, person, base, task, phase } = await setUp()
    const [planId, owner] = [team.plan.id, team.owner]
    const within = await make.node(owner, planId, { title: 'Within', parent_id: phase.id })
    const outside = await make.node(owner, planId, { title: 'Outside' })
    const limited = await make.apiToken(team.editor, 'write', { plan_id: planId, branch_id: phase.id })
    const { id } = await hold(limited)
    const moveTo = async (parent_id: string) => {
      const reply =
        how === 'alone'
          ? await person('POST', `${base}/nodes/${task.id}/move`, { parent_id })
          : await person('POST', `${base}/nodes/bulk`, { node_ids: [task.id], parent_id })
      expect(reply.statusCode).toBe(200)
    }

    await moveTo(within.id)
    expect(await outcomeOf(id)).toBeNull()
    await moveTo(outside.id)

    expect(await outcomeOf(id)).toBe('access_lost')
  },
)
