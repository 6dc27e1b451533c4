// One call for every endpoint that needs a sign-in, with real ids around it. A new row of the contract needs a line here.
import type { SignedInDevice } from '@cairn/contract/api/auth'
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { commentsApi } from '@cairn/contract/api/comments'
import type { Endpoint } from '@cairn/contract/api/common'
import { generateSync } from 'otplib'
import { authorizationQuery, connectApp } from './apps.ts'
import { PASSWORD, type Team, type TestApp, type TestUser } from './factory.ts'
import { formBody, type TestFile } from './forms.ts'
import { mailTo, tokenIn } from './mails.ts'

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown> | string | Buffer
  headers?: Record<string, string>
}
/**
 * Builds what the call needs in the team's plan, so that a caller who may make it succeeds. What belongs to the caller alone (a
 * comment, a session, an invitation) is built for `caller`; without one for the team's owner, or for a new account.
 */
export type MakeSample = (app: TestApp, team: Team, caller?: TestUser) => Promise<Sample>

/** The path below `/api`, with the sample's ids and query in it. */
export const urlOf = ({ path }: Endpoint, { params = {}, query }: Sample): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? `no-${name}`)
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

const inPlan = async (_: TestApp, { plan }: Team): Promise<Sample> => ({ params: { planId: plan.id } })
const onNode =
  (more: Omit<Sample, 'params'> = {}): MakeSample =>
  async ({ make }, { owner, plan }) => ({
    ...more,
    params: { planId: plan.id, nodeId: (await make.node(owner, plan.id)).id },
  })
const nothing: MakeSample = async () => ({})
const form = async (file: TestFile): Promise<Pick<Sample, 'body' | 'headers'>> => {
  const { payload, contentType } = await formBody([file])
  return { body: payload, headers: { 'content-type': contentType } }
}

const anEdge: MakeSample = async ({ make }, { owner, plan }) => {
  const [a, b] = [await make.node(owner, plan.id), await make.node(owner, plan.id)]
  return {
    params: { planId: plan.id, edgeId: (await make.edge(owner, plan.id, a.id, b.id)).id },
    body: { kind: 'reference' },
  }
}

/** A comment by the caller; what others may do to it is for the tests of logs. */
const aLog =
  (body: Record<string, unknown>): MakeSample =>
  async ({ make }, { owner, plan }, caller = owner) => {
    const node = await make.node(owner, plan.id)
    const { id } = await make.log(caller, plan.id, node.id, { log_type: 'comment' })
    return { params: { planId: plan.id, nodeId: node.id, logId: id }, body }
  }

const onTask = (): MakeSample => async (app, team) => {
  const { params } = await onNode()(app, team)
  return { params: { planId: team.plan.id }, body: { node_id: params?.nodeId } }
}

/** A claim of the caller, who may lack the right to claim. */
const aClaim =
  (body: Record<string, unknown>): MakeSample =>
  async ({ make, as }, { owner, plan }, caller = owner) => {
    const { id } = await make.node(owner, plan.id)
    const reply = await as(caller)('POST', `/plans/${plan.id}/claims`, { node_id: id })
    return { params: { planId: plan.id, claimId: reply.json().claim?.id ?? crypto.randomUUID() }, body }
  }

/** A run in which an agent of the owner added a node. */
const aRun: MakeSample = async ({ as, make }, { owner, plan }) => {
  const runId = crypto.randomUUID()
  const token = await make.apiToken(owner, 'write')
  const task = { title: 'Pack', node_type: 'task' }
  await as(token)('POST', `/plans/${plan.id}/nodes`, task, { 'x-run-id': runId })
  const { revision } = (await as(owner)('GET', `/plans/${plan.id}`)).json()
  return { params: { planId: plan.id, runId, revision: String(revision) } }
}

const aReaction: MakeSample = async (app, team, caller) => {
  const { params } = await aLog({})(app, team, caller)
  return { params: { ...params, emoji: 'heart' } }
}

const aWebhook =
  (body?: Record<string, unknown>): MakeSample =>
  async ({ as }, { owner, plan }) => {
    // A name that no resolver knows: nothing is sent anywhere.
    const reply = await as(owner)('POST', `/plans/${plan.id}/webhooks`, { url: 'https://receiver.invalid/' })
    const webhookId = reply.json<{ id: string }>().id
    return { params: { planId: plan.id, webhookId }, ...(body ? { body } : {}) }
  }

const ofAccount =
  (build: (app: TestApp, person: TestUser) => Promise<Sample>): MakeSample =>
  async (app, _, caller) =>
    build(app, caller ?? (await app.make.user()))

async function setUpTwoFactor({ as }: TestApp, person: TestUser): Promise<{ code: string }> {
  const { secret } = (await as(person)('POST', '/auth/two-factor/setup', { password: PASSWORD })).json()
  return { code: generateSync({ secret }) }
}

/** The proof of both factors: the password, and a recovery code. */
const withTwoFactor = ofAccount(async (app, person) => {
  const reply = await app.as(person)('POST', '/auth/two-factor/enable', await setUpTwoFactor(app, person))
  return { body: { password: PASSWORD, code: reply.json().recovery_codes[0] } }
})

async function askForNewEmail({ as }: TestApp, person: TestUser): Promise<string> {
  const email = `${crypto.randomUUID()}@example.test`
  await as(person)('POST', '/users/email', { email, password: PASSWORD })
  return email
}

const LINK = { name: 'Docs', content_type: 'text/html', url: 'https://example.test/' }

const anArtifact: MakeSample = async ({ as, make }, { owner, plan }) => {
  const node = await make.node(owner, plan.id)
  const { headers, body } = await form({ name: 'note.txt' })
  const made = await as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/artifacts`, body, headers)
  return { params: { planId: plan.id, nodeId: node.id, artifactId: made.json().id }, body: { name: 'Renamed' } }
}

const aCollaborator: MakeSample = async ({ make }, { plan }) => {
  const other = await make.user()
  await make.member(plan.id, other, 'viewer')
  return { params: { planId: plan.id, userId: other.id }, body: { role: 'commenter' } }
}

/** A 1 × 1 picture. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const samples: Record<string, MakeSample> = {
  'auth.twoFactorSetup': async () => ({ body: { password: PASSWORD } }),
  'auth.twoFactorEnable': ofAccount(async (app, person) => ({ body: await setUpTwoFactor(app, person) })),
  'auth.twoFactorDisable': withTwoFactor,
  'auth.recoveryCodes': withTwoFactor,
  'auth.sessions': nothing,
  'auth.endSession': ofAccount(async ({ as }, person) => {
    await as(null)('POST', '/auth/login', { email: person.email, password: PASSWORD })
    const sessions = (await as(person)('GET', '/auth/sessions')).json<SignedInDevice[]>()
    return { params: { sessionId: sessions.find(({ current }) => !current)?.id ?? 'no-session' } }
  }),
  'users.profile': nothing,
  'users.updateProfile': async () => ({ body: { name: 'Another name' } }),
  'users.deleteProfile': async () => ({ body: { password: PASSWORD } }),
  'users.changePassword': async () => ({ body: { currentPassword: PASSWORD, newPassword: 'Another-Passw0rd' } }),
  'users.changeEmail': async () => ({ body: { email: `${crypto.randomUUID()}@example.test`, password: PASSWORD } }),
  'users.cancelEmailChange': ofAccount(async (app, person) => {
    await askForNewEmail(app, person)
    return {}
  }),
  'users.confirmEmail': ofAccount(async (app, person) => {
    const mail = await mailTo(app.dataDir, await askForNewEmail(app, person), /^Confirm your new email/)
    return { body: { token: tokenIn(mail, 'confirm-email') } }
  }),
  'users.uploadAvatar': () =>
    form({ field: 'avatar', name: 'me.png', type: 'image/png', content: Uint8Array.from(PNG) }),
  'users.removeAvatar': nothing,
  'tokens.list': nothing,
  'tokens.create': async () => ({ body: { name: 'A token', plan_id: null } }),
  'tokens.revoke': ofAccount(async ({ as }, person) => ({
    params: { tokenId: (await as(person)('POST', '/auth/token', { name: 'A token' })).json().id },
  })),
  'tokens.setLimits': ofAccount(async ({ as }, person) => ({
    params: { tokenId: (await as(person)('POST', '/auth/token', { name: 'A token' })).json().id },
    body: { plan_id: null, changes_per_hour: 100 },
  })),
  'tokens.debug': nothing,
  'apps.request': async (app) => ({ body: { query: await authorizationQuery(app) } }),
  'apps.decide': ofAccount(async (app, person) => {
    const { request } = (
      await app.as(person)('POST', '/auth/apps/requests', { query: await authorizationQuery(app) })
    ).json()
    return { body: { request, allow: false } }
  }),
  'apps.list': nothing,
  'apps.setLimits': ofAccount(async (app, person) => {
    await connectApp(app, person)
    const [{ id }] = (await app.as(person)('GET', '/auth/apps')).json()
    return { params: { appId: id }, body: { plan_id: null, changes_per_hour: 100 } }
  }),
  'apps.revoke': ofAccount(async (app, person) => {
    await connectApp(app, person)
    return { params: { appId: (await app.as(person)('GET', '/auth/apps')).json()[0].id } }
  }),
  'calendar.list': nothing,
  'calendar.renew': async () => ({ body: { plan_id: null } }),
  'calendar.revoke': ofAccount(async ({ as }, person) => ({
    params: { calendarId: (await as(person)('PUT', '/users/me/calendars', {})).json().id },
  })),
  'plans.list': nothing,
  'plans.create': async () => ({ body: { title: 'Another plan' } }),
  'plans.markSeen': async () => ({ body: { until: '2026-01-01T00:00:00Z' } }),
  'plans.get': inPlan,
  'plans.update': async (app, team) => ({ ...(await inPlan(app, team)), body: { title: 'Renamed' } }),
  'plans.delete': inPlan,
  'plans.restore': async ({ as }, { owner, plan }) => {
    await as(owner)('DELETE', `/plans/${plan.id}`)
    return { params: { planId: plan.id } }
  },
  'plans.purge': async ({ as }, { owner, plan }) => {
    await as(owner)('DELETE', `/plans/${plan.id}`)
    return { params: { planId: plan.id } }
  },
  'plans.duplicate': inPlan,
  'plans.applyTemplate': async (app, team) => ({ ...(await inPlan(app, team)), body: { template: 'team-project' } }),
  'plans.leave': inPlan,
  'plans.favorite': inPlan,
  'plans.unfavorite': inPlan,
  'plans.transfer': async (_, { plan, editor }) => ({ params: { planId: plan.id }, body: { user_id: editor.id } }),
  'plans.progress': inPlan,
  'transfer.export': inPlan,
  'transfer.changeByOutline': async (_, { plan }) => ({
    params: { planId: plan.id },
    ...(await form({ name: 'plan.md', content: '- [ ] Pack' })),
  }),
  'transfer.previewImport': () => form({ name: 'plan.md', content: '- [ ] Pack' }),
  'transfer.import': () => form({ name: 'plan.md', content: '- [ ] Pack' }),
  'plans.context': inPlan,
  'plans.availableUsers': inPlan,
  'nodes.list': inPlan,
  'nodes.create': async (app, team) => ({ ...(await inPlan(app, team)), body: { title: 'New', node_type: 'task' } }),
  'nodes.createTree': async (app, team) => ({
    ...(await inPlan(app, team)),
    body: { nodes: [{ title: 'Phase', node_type: 'phase', children: [{ title: 'Task', node_type: 'task' }] }] },
  }),
  'nodes.bulk': async ({ make }, { owner, plan }) => ({
    params: { planId: plan.id },
    body: { node_ids: [(await make.node(owner, plan.id)).id], status: 'completed' },
  }),
  'nodes.get': onNode(),
  'nodes.update': onNode({ body: { title: 'Renamed' } }),
  'nodes.setStatus': onNode({ body: { status: 'blocked' } }),
  'nodes.move': onNode({ body: { order_index: 0 } }),
  'nodes.duplicate': onNode(),
  'nodes.delete': onNode(),
  'nodes.restore': async (app, team) => {
    const made = await onNode()(app, team)
    await app.as(team.owner)('DELETE', `/plans/${team.plan.id}/nodes/${made.params?.nodeId}`)
    return made
  },
  'nodes.ancestry': onNode(),
  'nodes.assignments': onNode(),
  'nodes.assign': async (app, team) => ({ ...(await onNode()(app, team)), body: { user_id: team.viewer.id } }),
  'nodes.setAssignees': async (app, team) => ({
    ...(await onNode()(app, team)),
    body: { user_ids: [team.viewer.id, team.owner.id] },
  }),
  'nodes.unassign': async (app, team) => {
    const made = await onNode()(app, team)
    const body = { user_id: team.viewer.id }
    await app.as(team.owner)('POST', `/plans/${team.plan.id}/nodes/${made.params?.nodeId}/assign`, body)
    return { ...made, body }
  },
  'node_context.get': onNode(),
  'node_context.pack': onNode(),
  'edges.list': inPlan,
  'edges.create': async ({ make }, { owner, plan }) => ({
    params: { planId: plan.id },
    body: {
      source_id: (await make.node(owner, plan.id)).id,
      target_id: (await make.node(owner, plan.id)).id,
      kind: 'sequence',
    },
  }),
  'edges.update': anEdge,
  'edges.delete': anEdge,
  'logs.list': onNode(),
  'logs.add': onNode({ body: { content: 'Nice', log_type: 'comment' } }),
  'logs.update': aLog({ content: 'Better', expected_version: 1 }),
  'logs.delete': aLog({}),
  'logs.restore': async (app, team, caller) => {
    const made = await aLog({})(app, team, caller)
    const { planId, nodeId, logId } = made.params ?? {}
    await app.as(caller ?? team.owner)('DELETE', `/plans/${planId}/nodes/${nodeId}/logs/${logId}`)
    return made
  },
  'logs.threads': onNode(),
  'logs.react': aReaction,
  'logs.unreact': async (app, team, caller) => {
    const made = await aReaction(app, team, caller)
    await app.as(caller ?? team.owner)('PUT', urlOf(commentsApi.react, made))
    return made
  },
  'logs.seen': onNode({ body: { until: '2026-01-01T00:00:00Z' } }),
  'logs.unread': inPlan,
  'logs.addDetailed': onNode({ body: { content: 'Nice', log_type: 'comment' } }),
  'claims.ready': inPlan,
  'claims.list': inPlan,
  'claims.claim': onTask(),
  'claims.heartbeat': aClaim({}),
  'claims.end': aClaim({ outcome: 'released' }),
  'claims.handOver': async (app, team, caller) => {
    const { params } = await aClaim({})(app, team, caller)
    return { params, body: { user_id: (caller ?? team.owner).id === team.owner.id ? team.editor.id : team.owner.id } }
  },
  'watches.list': inPlan,
  'watches.get': onNode(),
  'watches.set': onNode({ body: { level: 'watch' } }),
  'watches.remove': onNode(),
  'artifacts.list': onNode(),
  'artifacts.create': onNode({ body: LINK }),
  'artifacts.get': anArtifact,
  'artifacts.update': anArtifact,
  'artifacts.delete': anArtifact,
  'artifacts.restore': async (app, team) => {
    const made = await anArtifact(app, team)
    const { planId, nodeId, artifactId } = made.params ?? {}
    await app.as(team.owner)('DELETE', `/plans/${planId}/nodes/${nodeId}/artifacts/${artifactId}`)
    return { params: made.params }
  },
  'artifacts.content': anArtifact,
  'undo.undo': async ({ as, make }, { owner, plan }, caller = owner) => {
    const { id } = await make.node(owner, plan.id)
    const reply = await as(caller)('PUT', `/plans/${plan.id}/nodes/${id}`, { title: 'Changed' })
    return { params: { planId: plan.id }, body: { changes: [Number(reply.headers['x-change'])] } }
  },
  'trash.list': inPlan,
  'trash.purge': async ({ as, make }, { owner, plan }) => {
    const [{ id }, other] = [await make.node(owner, plan.id), await make.node(owner, plan.id)]
    const at = `/plans/${plan.id}/nodes/${other.id}`
    const log = await make.log(owner, plan.id, other.id)
    const link = { name: 'Map', content_type: 'text/html', url: 'https://example.com/map' }
    const artifact = (await as(owner)('POST', `${at}/artifacts`, link)).json<{ id: string }>()
    for (const path of [`/plans/${plan.id}/nodes/${id}`, `${at}/logs/${log.id}`, `${at}/artifacts/${artifact.id}`])
      await as(owner)('DELETE', path)
    return { params: { planId: plan.id }, body: { node_ids: [id], artifact_ids: [artifact.id], log_ids: [log.id] } }
  },
  'runs.list': inPlan,
  'runs.get': aRun,
  'runs.changes': aRun,
  'runs.texts': aRun,
  'webhooks.list': inPlan,
  'webhooks.create': async (_, { plan }) => ({
    params: { planId: plan.id },
    body: { url: 'https://example.com/hook' },
  }),
  'webhooks.update': aWebhook({ is_active: true }),
  'webhooks.rotate': aWebhook({ grace_hours: 1 }),
  'webhooks.remove': aWebhook(),
  'webhooks.test': aWebhook(),
  'webhooks.deliveries': aWebhook(),
  'webhooks.replay': async (app, team) => {
    const { params } = await aWebhook()(app, team)
    const test = await app.as(team.owner)('POST', `/plans/${team.plan.id}/webhooks/${params?.webhookId}/test`)
    return { params: { ...params, deliveryId: test.json<{ id: string }>().id } }
  },
  'collaborators.list': inPlan,
  'collaborators.add': async (app, team) => ({
    ...(await inPlan(app, team)),
    body: { email: (await app.make.user()).email, role: 'viewer' },
  }),
  'collaborators.setRole': aCollaborator,
  'collaborators.renew': async ({ as }, { owner, plan }) => {
    const email = `${crypto.randomUUID()}@example.test`
    const { id } = (await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email })).json()
    return { params: { planId: plan.id, userId: id } }
  },
  'collaborators.remove': aCollaborator,
  // People with an account join immediately, so the address is invited before it becomes the caller's.
  'invitations.accept': async ({ as, make, store }, { owner, plan }, caller) => {
    const person = caller ?? (await make.user())
    const email = `${crypto.randomUUID()}@example.test`
    const sent = (await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email })).json<Collaborator>()
    await store.write((tx) => tx.updateTable('users').set({ email }).where('id', '=', person.id).execute())
    return { params: { token: sent.invite_url?.split('invitation=')[1] ?? 'no-link' } }
  },
  'activity.feed': nothing,
  'activity.plan': inPlan,
  'activity.timeline': inPlan,
  'activity.node': onNode(),
  'activity.nodeActivities': onNode(),
  'security.planAccess': inPlan,
  'ai.breakDown': onNode({ body: {} }),
  'ai.summarize': onNode(),
  'ai.draftReport': inPlan,
  'ai.createPlan': async () => ({ body: { prompt: 'Launch a bakery', complexity: 'simple' } }),
  'search.everywhere': async () => ({ query: { q: 'plan' } }),
  'search.plan': async (app, team) => ({ ...(await inPlan(app, team)), query: { q: 'plan' } }),
  'live.changes': inPlan,
  'live.ticket': nothing,
}
