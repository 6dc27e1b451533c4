import { liveApi } from '@cairn/contract/api/live'
import type { Router } from '../../core/route.ts'
import { issueTicket } from '../auth/auth.tickets.ts'

/** HTTP face of the event log's readers. */
export function activityRoutes({ route }: Router): void {
  route(liveApi.ticket, (ctx) => issueTicket(ctx))
}
