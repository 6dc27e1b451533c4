import { aiApi } from '@cairn/contract/api/ai'
import type { Services } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { createAiPlan } from './ai.commands.ts'
import { breakDown, draftReport, summarize } from './ai.drafts.ts'

/** HTTP routes of plans and drafts made by AI. */
export function aiRoutes({ routeEvents }: Router, app: Services): void {
  routeEvents(aiApi.createPlan, (http, { body }, stream) => createAiPlan(http, app, body, stream))
  routeEvents(aiApi.breakDown, ({ ctx }, { params, body: { note } }, stream) =>
    breakDown(ctx, app, { ...params, note }, stream),
  )
  routeEvents(aiApi.summarize, ({ ctx }, { params }, stream) => summarize(ctx, app, params, stream))
  routeEvents(aiApi.draftReport, ({ ctx }, { params }, stream) => draftReport(ctx, app, params, stream))
}
