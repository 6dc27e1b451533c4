// Every endpoint in one table, for the reference and for tests that walk all of them.
import { activityApi } from './activity.ts'
import { aiApi } from './ai.ts'
import { appsApi } from './apps.ts'
import { artifactsApi } from './artifacts.ts'
import { authApi } from './auth.ts'
import { calendarApi } from './calendar.ts'
import { claimsApi } from './claims.ts'
import { collaboratorsApi } from './collaborators.ts'
import { commentsApi } from './comments.ts'
import type { Endpoint } from './common.ts'
import { contextPackApi } from './contextPack.ts'
import { edgesApi } from './edges.ts'
import { invitationsApi } from './invitations.ts'
import { liveApi } from './live.ts'
import { logsApi } from './logs.ts'
import { nodeBulkApi } from './nodeBulk.ts'
import { nodeContextApi } from './nodeContext.ts'
import { nodesApi } from './nodes.ts'
import { nodeTreeApi } from './nodeTree.ts'
import { planOutlineApi } from './planOutline.ts'
import { plansApi } from './plans.ts'
import { runsApi } from './runs.ts'
import { searchApi } from './search.ts'
import { securityApi } from './security.ts'
import { tokensApi } from './tokens.ts'
import { transferApi } from './transfer.ts'
import { trashApi } from './trash.ts'
import { undoApi } from './undo.ts'
import { usersApi } from './users.ts'
import { watchesApi } from './watches.ts'
import { webhooksApi } from './webhooks.ts'

export const allApis = {
  auth: authApi,
  users: usersApi,
  tokens: tokensApi,
  apps: appsApi,
  calendar: calendarApi,
  plans: plansApi,
  webhooks: webhooksApi,
  nodes: { ...nodesApi, ...nodeTreeApi, ...nodeBulkApi },

  node_context: { ...nodeContextApi, ...contextPackApi },
  edges: edgesApi,
  logs: { ...logsApi, ...commentsApi },
  artifacts: artifactsApi,
  watches: watchesApi,
  claims: claimsApi,
  collaborators: collaboratorsApi,
  invitations: invitationsApi,
  undo: undoApi,
  transfer: { ...transferApi, ...planOutlineApi },
  trash: trashApi,
  activity: activityApi,
  runs: runsApi,
  security: securityApi,
  ai: aiApi,
  search: searchApi,
  live: liveApi,
} as const

export type ApiGroup = keyof typeof allApis

/** Every row, with the name of its group and its own: `nodes.setStatus`. */
export const allEndpoints: readonly { name: string; endpoint: Endpoint }[] = Object.entries(allApis).flatMap(
  ([group, api]) => Object.entries(api).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)
