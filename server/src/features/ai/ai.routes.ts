import { aiApi } from '@cairn/contract/api/ai'
import type { Router } from '../../core/route.ts'
import type { Services } from '../../core/services.ts'
import { createAiPlan } from './ai.commands.ts'

/** HTTP face of plans made by AI. */
export function aiRoutes({ routeEvents }: Router, app: Services): void {
  routeEvents(aiApi.createPlan, (http, { body }, stream) => createAiPlan(app, http, body, stream))
}
