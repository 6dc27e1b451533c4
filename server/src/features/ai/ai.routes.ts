import { aiApi } from '@cairn/contract/api/ai'
import type { Services } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { createAiPlan } from './ai.commands.ts'

/** HTTP face of plans made by AI. */
export function aiRoutes({ routeEvents }: Router, app: Services): void {
  routeEvents(aiApi.createPlan, (http, { body }, stream) => createAiPlan(http, app, body, stream))
}
