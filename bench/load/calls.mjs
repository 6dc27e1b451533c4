// The API calls of the benchmark, as data.

const STATUSES = ['in_progress', 'completed', 'blocked', 'not_started']
const lastStatus = new Map()

export const register = (email) => ({
  method: 'POST',
  path: '/api/auth/register',
  body: { email, password: 'Bench-Passw0rd-1', name: 'Bench Person' },
})

export const createPlan = (title, description = 'A plan to measure with') => ({
  method: 'POST',
  path: '/api/plans',
  body: { title, description, status: 'active' },
})

export const createNode = (planId, { title, parentId = null, type = 'task' }) => ({
  method: 'POST',
  path: `/api/plans/${planId}/nodes`,
  body: { title, node_type: type, status: 'not_started', parent_id: parentId },
})

/** Alternates the status of the node, because setting the same status changes nothing. */
export function setStatus(planId, nodeId) {
  const next = ((lastStatus.get(nodeId) ?? -1) + 1) % STATUSES.length
  lastStatus.set(nodeId, next)
  return { method: 'PUT', path: `/api/plans/${planId}/nodes/${nodeId}/status`, body: { status: STATUSES[next] } }
}

export const readReady = (planId) => ({ method: 'GET', path: `/api/plans/${planId}/ready` })

/** Claims the first ready task. */
export const claimTask = (planId) => ({ method: 'POST', path: `/api/plans/${planId}/claims`, body: {} })

export const endClaim = (planId, claimId) => ({
  method: 'POST',
  path: `/api/plans/${planId}/claims/${claimId}/end`,
  body: { outcome: 'done' },
})

let bulkTurn = 0
/** Alternates the status of these nodes, with one event per node. */
export const setStatuses = (planId, nodeIds) => ({
  method: 'POST',
  path: `/api/plans/${planId}/nodes/bulk`,
  body: { node_ids: nodeIds, status: STATUSES[bulkTurn++ % STATUSES.length] },
})

export const addLog = (planId, nodeId, content) => ({
  method: 'POST',
  path: `/api/plans/${planId}/nodes/${nodeId}/log`,
  body: { content, log_type: 'progress', tags: ['bench'] },
})

export const addCollaborator = (planId, email, role) => ({
  method: 'POST',
  path: `/api/plans/${planId}/collaborators`,
  body: { email, role },
})

export const createEdge = (planId, { sourceId, targetId, kind }) => ({
  method: 'POST',
  path: `/api/plans/${planId}/edges`,
  body: { source_id: sourceId, target_id: targetId, kind },
})

export const listPlans = () => ({ method: 'GET', path: '/api/plans?page=1&limit=100' })

/** With an `etag` the read is conditional. */
export const readPlan = (planId, etag = '') => ({
  method: 'GET',
  path: `/api/plans/${planId}/nodes`,
  ...(etag && { headers: { 'if-none-match': etag } }),
})

/** The REST call's twin: the tool over MCP, as a client of the newest revision sends it. */
export const tool = (name, args) => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
})
