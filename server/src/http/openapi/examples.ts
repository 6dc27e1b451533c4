// Valid bodies and queries, for someone who registers with the first. Endpoints that need an id have none.

export interface Example {
  body?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, string>>
}

const email = 'ana@example.com'
const password = 'Orchard-Bridge-42'

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
  'plans.create': { body: { title: 'Launch the bakery', description: 'Open on Main Street in May', status: 'active' } },
  'plans.update': { body: { title: 'Launch the second bakery', status: 'active' } },
  'plans.duplicate': { body: { title: 'Launch the third bakery' } },
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
  'logs.add': { body: { content: 'Asked for the third offer', log_type: 'progress', tags: ['oven'] } },
  'logs.update': { body: { content: 'Asked for the third offer again' } },
  'logs.addDetailed': { body: { content: 'A used oven would halve the cost', log_type: 'reasoning' } },
  'logs.seen': { body: { until: '2027-03-01T09:00:00Z' } },
  'artifacts.create': {
    body: { name: 'Oven catalog', content_type: 'text/html', url: 'https://example.com/ovens' },
  },
  'artifacts.update': { body: { name: 'Catalog of ovens' } },
  'collaborators.add': { body: { email: 'ben@example.com', role: 'editor' } },
  'collaborators.setRole': { body: { role: 'commenter' } },
  'edges.update': { body: { kind: 'reference' } },
  'ai.createPlan': { body: { prompt: 'Open a small bakery', complexity: 'simple', timeline: '3months' } },
  'search.everywhere': { query: { q: 'bakery' } },
  'search.plan': { query: { q: 'oven' } },
}
