// The calls of the API, feature by feature.
import { countOne, type RequestLimits } from './core/rate-limit.ts'
import type { AccountServices } from './core/services.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { aiRoutes } from './features/ai/ai.routes.ts'
import { artifactsRoutes } from './features/artifacts/artifacts.routes.ts'
import { assignmentsRoutes } from './features/assignments/assignments.routes.ts'
import { authRoutes } from './features/auth/accounts/accounts.routes.ts'
import { calendarRoutes } from './features/calendar/calendar.routes.ts'
import type { ReadyLists } from './features/claims/claims.ready.ts'
import { claimsRoutes } from './features/claims/claims.routes.ts'
import { invitationsRoutes } from './features/collaborators/collaborators.invitations.routes.ts'
import { collaboratorsRoutes } from './features/collaborators/collaborators.routes.ts'
import { contextPackRoutes } from './features/context-packs/context-packs.routes.ts'
import { edgesRoutes } from './features/edges/edges.routes.ts'
import { logsRoutes } from './features/logs/logs.routes.ts'
import { nodeContextRoutes } from './features/node-context/node-context.routes.ts'
import type { NodeListCache } from './features/nodes/nodes.cache.ts'
import { nodesListRoute } from './features/nodes/nodes.list.routes.ts'
import { nodesRoutes } from './features/nodes/nodes.routes.ts'
import { appsRoutes } from './features/oauth/apps.routes.ts'
import type { PlanRows } from './features/plans/plans.list.rows.ts'
import { plansRoutes } from './features/plans/plans.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { tokensRoutes } from './features/tokens/tokens.routes.ts'
import { transferRoutes } from './features/transfer/transfer.routes.ts'
import { trashRoutes } from './features/trash/trash.routes.ts'
import { undoRoutes } from './features/undo/undo.routes.ts'
import { avatarRoutes } from './features/users/users.avatar.routes.ts'
import { usersRoutes } from './features/users/users.routes.ts'
import { watchesRoutes } from './features/watches/watches.routes.ts'
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts'
import { callerOf } from './http/limit-requests.ts'
import type { Router } from './http/router.ts'

/** Lists that are kept in memory. The API and MCP share them. */
export interface Lists {
  planRows: PlanRows
  nodeLists: NodeListCache
  readyLists: ReadyLists
}

export interface Search {
  /** Counts a search of a caller; 429 above the limit. */
  count(caller: string): void
  /** Adds what has changed to the index. */
  catchUp(): Promise<void>
}

interface Api {
  accounts: AccountServices
  lists: Lists
  limits: RequestLimits | null
  search: Search
}

export function apiRoutes(router: Router, { accounts, lists, limits, search }: Api): void {
  authRoutes(router, accounts)
  usersRoutes(router, accounts)
  avatarRoutes(router, accounts)
  tokensRoutes(router, accounts)
  appsRoutes(router, accounts)
  calendarRoutes(router, accounts)
  undoRoutes(router)
  trashRoutes(router, accounts)
  plansRoutes(router, accounts, lists.planRows)
  webhooksRoutes(router, accounts)
  nodesListRoute(router, lists.nodeLists)
  nodesRoutes(router)
  assignmentsRoutes(router)
  watchesRoutes(router)
  claimsRoutes(router, lists.readyLists)
  edgesRoutes(router)
  logsRoutes(router)
  artifactsRoutes(router, accounts)
  collaboratorsRoutes(router, accounts)
  invitationsRoutes(router, accounts)
  nodeContextRoutes(router, accounts)
  contextPackRoutes(router)
  activityRoutes(router, accounts)
  aiRoutes(router, accounts)
  transferRoutes(router, accounts, {
    count: (request) => countOne(limits?.transfers ?? null, callerOf(request)),
    countPreview: (request) => countOne(limits?.previews ?? null, callerOf(request)),
  })
  searchRoutes(router, { count: (request) => search.count(callerOf(request)), catchUp: search.catchUp })
}
