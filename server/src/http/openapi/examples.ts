// Valid bodies and queries, for someone who registers with the first. A body with an id, a code or a secret has none.

export interface Example {
  body?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, string>>
}

const email = 'ana@example.com'
const password = 'Orchard-Bridge-42'

/** The version of what was just created. */
const unchanged = { body: { expected_version: 1 } }

/** By the name of the row. */
export const examples: Readonly<Record<string, Example>> = {
  'auth.register': { body: { email, password, name: 'Ana Ruiz', organization: 'Acme' } },
  'auth.login': { body: { email, password, remember: true } },
  'auth.forgotPassword': { body: { email } },
  'auth.resendVerification': { body: { email } },
  'auth.twoFactorSetup': { body: { password } },
  'users.updateProfile': { body: { name: 'Ana Ruiz', organization: 'Acme' } },
  'users.deleteProfile': { body: { password } },
  'auth.twoFactorDisable': { body: { password } },
  'users.changePassword': { body: { currentPassword: password, newPassword: 'Lantern-Meadow-57' } },
  'users.changeEmail': { body: { email: 'ana.ruiz@example.com', password } },
  'tokens.create': { body: { name: 'Build agent', permissions: ['read', 'write'] } },
  'tokens.setLimits': { body: { changes_per_hour: 500, nodes_per_hour: 100 } },
  'calendar.renew': { body: { plan_id: null } },
  'plans.create': { body: { title: 'Launch the bakery', description: 'Open on Main Street in May', status: 'active' } },
  'plans.update': { body: { title: 'Launch the second bakery', status: 'active' } },
  'plans.duplicate': { body: { title: 'Launch the third bakery' } },
  'plans.markSeen': { body: { until: '2027-03-01T09:00:00Z' } },
  'plans.delete': unchanged,
  'plans.applyTemplate': { body: { template: 'product-launch' } },
  'nodes.create': {
    body: {
      title: 'Choose an oven',
      node_type: 'task',
      description: 'Compare three offers',
      due_date: '2027-03-31',
      acceptance_criteria: '- Fits through the door\n- Bakes 60 loaves an hour',
    },
  },
  'nodes.createTree': {
    body: {
      nodes: [
        {
          title: 'Open the doors',
          node_type: 'phase',
          children: [
            { ref: 'sign', title: 'Paint the sign', node_type: 'task' },
            { ref: 'invite', title: 'Invite the neighbors', node_type: 'task', due_date: '2027-05-01' },
          ],
        },
      ],
      edges: [{ source: 'sign', target: 'invite', kind: 'dependency' }],
    },
  },
  'nodes.update': { body: { title: 'Order the oven', due_date: '2027-04-15' } },
  'nodes.setStatus': { body: { status: 'in_progress' } },
  'nodes.move': { body: { parent_id: null, order_index: 0 } },
  'nodes.duplicate': unchanged,
  'nodes.delete': unchanged,
  'watches.set': { body: { level: 'watch' } },
  'claims.claim': { body: { minutes: 30 } },
  'claims.heartbeat': { body: { minutes: 30 } },
  'claims.end': { body: { outcome: 'done', summary: 'Ordered the second oven; it comes in April' } },
  'trash.purge': { body: { all: true } },
  'logs.add': { body: { content: 'Asked for the third offer', log_type: 'progress', tags: ['oven'] } },
  'logs.update': { body: { content: 'Asked for the third offer again' } },
  'logs.delete': unchanged,
  'logs.addDetailed': { body: { content: 'A used oven would halve the cost', log_type: 'reasoning' } },
  'logs.seen': { body: { until: '2027-03-01T09:00:00Z' } },
  'artifacts.create': {
    body: { name: 'Oven catalog', content_type: 'text/html', url: 'https://example.com/ovens' },
  },
  'artifacts.update': { body: { name: 'Catalog of ovens' } },
  'artifacts.delete': unchanged,
  'collaborators.add': { body: { email: 'ben@example.com', role: 'editor' } },
  'collaborators.setRole': { body: { role: 'commenter' } },
  'edges.update': { body: { kind: 'reference' } },
  'edges.delete': unchanged,
  'webhooks.create': { body: { url: 'https://example.com/cairn', kinds: ['node.status_changed'] } },
  'webhooks.update': { body: { is_active: false } },
  'webhooks.rotate': { body: { grace_hours: 24 } },
  'ai.createPlan': { body: { prompt: 'Open a small bakery', complexity: 'simple', timeline: '3months' } },
  'ai.breakDown': { body: { note: 'At most five steps' } },
  'search.everywhere': { query: { q: 'bakery' } },
  'search.plan': { query: { q: 'oven' } },
}
