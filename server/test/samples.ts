// One call for every endpoint that needs a sign-in, with real ids around it. A new row of the contract needs a line here.
import type { Endpoint } from '@cairn/contract/api/common'
import { PASSWORD, type Team, type TestApp } from './factory.ts'
import { formBody, type TestFile } from './forms.ts'

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown> | string | Buffer
  headers?: Record<string, string>
  /** Statuses that mean "let in"; 200, 201 and 204 unless said otherwise. */
  expected?: readonly number[]
}
/** Builds what the call needs in the team's plan; the caller may be anyone of the team or a stranger. */
export type MakeSample = (app: TestApp, team: Team) => Promise<Sample>

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

/** A comment by the owner; what others may do to it is for the tests of logs. */
const aLog =
  (body: Record<string, unknown>, expected: readonly number[]): MakeSample =>
  async ({ make }, { owner, plan }) => {
    const node = await make.node(owner, plan.id)
    const { id } = await make.log(owner, plan.id, node.id, { log_type: 'comment' })
    return { params: { planId: plan.id, nodeId: node.id, logId: id }, body, expected }
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
  // Nothing was set up: being let in means hearing so.
  'auth.twoFactorEnable': async () => ({ body: { code: '123456' }, expected: [400, 409] }),
  'auth.twoFactorDisable': async () => ({ body: { password: PASSWORD } }),
  'auth.recoveryCodes': async () => ({ body: { password: PASSWORD }, expected: [409] }),
  'auth.sessions': nothing,
  'auth.endSession': async () => ({ params: { sessionId: crypto.randomUUID() }, expected: [404] }),
  'users.profile': nothing,
  'users.updateProfile': async () => ({ body: { name: 'Another name' } }),
  // The person owns a shared plan, which says no after letting them in.
  'users.deleteProfile': async () => ({ body: { password: PASSWORD }, expected: [409] }),
  'users.changePassword': async () => ({ body: { currentPassword: PASSWORD, newPassword: 'Another-Passw0rd' } }),
  'users.changeEmail': async () => ({ body: { email: `${crypto.randomUUID()}@example.test`, password: PASSWORD } }),
  'users.cancelEmailChange': nothing,
  'users.confirmEmail': async () => ({ body: { token: 'unknown' }, expected: [400] }),
  'users.uploadAvatar': () =>
    form({ field: 'avatar', name: 'me.png', type: 'image/png', content: Uint8Array.from(PNG) }),
  'users.removeAvatar': nothing,
  'tokens.list': nothing,
  'tokens.create': async () => ({ body: { name: 'A token' } }),
  'tokens.revoke': async () => ({ params: { tokenId: crypto.randomUUID() }, expected: [404] }),
  'tokens.debug': nothing,
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
  'nodes.unassign': async (app, team) => {
    const made = await onNode()(app, team)
    const body = { user_id: team.viewer.id }
    await app.as(team.owner)('POST', `/plans/${team.plan.id}/nodes/${made.params?.nodeId}/assign`, body)
    return { ...made, body }
  },
  'node_context.get': onNode(),
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
  'logs.update': aLog({ content: 'Better', expected_version: 1 }, [200, 403]),
  'logs.delete': aLog({}, [204, 403]),
  'logs.restore': async (app, team) => {
    const made = await aLog({}, [200, 403])(app, team)
    const { planId, nodeId, logId } = made.params ?? {}
    await app.as(team.owner)('DELETE', `/plans/${planId}/nodes/${nodeId}/logs/${logId}`)
    return made
  },
  'logs.addDetailed': onNode({ body: { content: 'Nice', log_type: 'comment' } }),
  'artifacts.list': onNode(),
  'artifacts.create': onNode({ body: LINK }),
  'artifacts.get': anArtifact,
  'artifacts.update': anArtifact,
  'artifacts.delete': anArtifact,
  'artifacts.content': anArtifact,
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
  'invitations.accept': async () => ({ params: { token: 'unknown' }, expected: [404] }),
  'activity.feed': nothing,
  'activity.plan': inPlan,
  'activity.timeline': inPlan,
  'activity.node': onNode(),
  'activity.nodeActivities': onNode(),
  'security.planAccess': inPlan,
  'ai.createPlan': async () => ({ body: { prompt: 'Launch a bakery', complexity: 'simple' } }),
  'search.everywhere': async () => ({ query: { q: 'plan' } }),
  'search.plan': async (app, team) => ({ ...(await inPlan(app, team)), query: { q: 'plan' } }),
  'live.changes': inPlan,
  'live.ticket': nothing,
}
