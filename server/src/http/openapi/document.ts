// The OpenAPI 3.1 document, generated from the tables of the contract.
import { type ApiGroup, allEndpoints } from '@cairn/contract/api/all'
import { ErrorBody } from '@cairn/contract/api/common'
import { bodySchemas, replySchemas } from '@cairn/contract/api/schemas'
import { REFUSALS } from './errors.ts'
import { guide } from './guide.ts'
import { healthPaths } from './health.ts'
import { describeLive } from './live.ts'
import { describeOperation } from './operations.ts'
import { headerReferences, headers, parameters } from './parameters.ts'
import { createSchemas, type Schemas } from './schemas.ts'

type Tag = ApiGroup | 'health'

const TAGS: Record<Tag, [title: string, description: string]> = {
  plans: ['Plans', 'A plan is a tree of nodes that people and agents share.'],
  nodes: ['Nodes', 'The steps of a plan: root, phases, tasks and milestones, with their place, status and assignees.'],
  node_context: ['Context', 'Everything an agent needs to work on one node, in one reply.'],
  edges: ['Edges', 'Dependencies, references and sequences between nodes.'],
  logs: ['Logs', 'Progress, reasoning, challenges, decisions and comments, with threads, mentions and reactions.'],
  artifacts: ['Files and links', 'What is attached to a node.'],
  watches: ['Watching', 'Which nodes you watch or have muted. Private to you.'],
  claims: ['Ready work', 'Which tasks can be started, and who holds which.'],
  collaborators: ['Sharing', 'Who has access to a plan, and invitations.'],
  invitations: ['Invitations', 'What an invitation link is for, and accepting it.'],
  transfer: ['Import and export', 'Plans as files: JSON, ZIP, Markdown and CSV.'],
  trash: ['Trash', 'Deleted files, links and log entries; and deleting permanently.'],
  undo: ['Undo', 'Undoes changes and whole runs of an agent.'],
  activity: ['Activity', 'What happened, from the event log of each plan.'],
  runs: ['Runs', 'What each run of an agent changed in a plan.'],
  security: ['Access log', 'Sign-ins, refusals and changes of access, for the owner of a plan.'],
  search: ['Search', 'Finds plans, nodes, logs, comments and files.'],
  ai: ['AI', 'Plans made from a prompt.'],
  live: ['Live', 'Changes as they happen, over one WebSocket.'],
  auth: ['Sign-in', 'Accounts, sessions and two-factor authentication.'],
  users: ['Profile', 'Your own account.'],
  apps: ['Connected apps', 'Assistants that you let into your plans with OAuth.'],
  webhooks: ['Webhooks', 'Events of a plan, sent to a URL as signed JSON.'],
  calendar: ['Calendar', 'Due dates as iCalendar feeds, at secret URLs.'],
  tokens: ['API tokens', 'Credentials for agents and scripts.'],
  health: ['Health', 'For supervisors and load balancers.'],
}

const TAG_GROUPS: { name: string; tags: Tag[] }[] = [
  {
    name: 'Planning',
    tags: [
      'plans',
      'nodes',
      'node_context',
      'edges',
      'logs',
      'artifacts',
      'claims',
      'watches',
      'undo',
      'trash',
      'transfer',
    ],
  },
  {
    name: 'Working together',
    tags: ['collaborators', 'invitations', 'activity', 'runs', 'security', 'live', 'webhooks', 'search', 'ai'],
  },
  { name: 'Accounts', tags: ['auth', 'users', 'tokens', 'apps', 'calendar'] },
  { name: 'Operations', tags: ['health'] },
]

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The `access_token` of a sign-in.' },
  apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'cairn_…', description: 'An API token.' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API token, written as `ApiKey cairn_…`.',
  },
  signature: { type: 'apiKey', in: 'query', name: 'signature', description: 'A signed download URL.' },
}

export function describeApi(version: string) {
  const schemas = createSchemas()
  const paths = describePaths(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn API',
      version,
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, [title, description]]) => ({ name, 'x-displayName': title, description })),
    'x-tagGroups': TAG_GROUPS,
    paths,
    components: {
      securitySchemes,
      parameters,
      headers,
      responses: describeRefusals(schemas),
      schemas: describeNamed(schemas),
    },
  }
}

function describePaths(schemas: Schemas) {
  const paths: Record<string, Record<string, object>> = {}
  const add = (path: string, method: string, operation: object) => {
    const place = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[place] = { ...paths[place], [method]: operation }
  }
  for (const { name, endpoint } of allEndpoints) {
    const method = endpoint.method.toLowerCase()
    add(endpoint.path, method, describeOperation(schemas, name, endpoint, false))
    for (const alias of endpoint.aliases ?? []) add(alias, method, describeOperation(schemas, name, endpoint, true))
  }
  add('/live', 'get', describeLive(schemas))
  return { ...paths, ...healthPaths }
}

const MORE_HEADERS: Readonly<Record<string, Parameters<typeof headerReferences>[0]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

function describeRefusals(schemas: Schemas) {
  const schema = schemas.describe(ErrorBody, 'output', 'Error')
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, [name, description]]) => {
      const more = MORE_HEADERS[status]
      const content = { 'application/json': { schema } }
      return [name, { description, headers: headerReferences(more), content }]
    }),
  )
}

/** Last, so that it includes all schemas that the operations name. */
function describeNamed(schemas: Schemas) {
  for (const [name, schema] of Object.entries(replySchemas)) schemas.describe(schema, 'output', name)
  for (const [name, schema] of Object.entries(bodySchemas)) schemas.describe(schema, 'input', name)
  return schemas.components()
}
