import { undoApi } from '@cairn/contract/api/undo'
import type { Router } from '../../http/router.ts'
import { undo } from './undo.ts'

/** HTTP routes of undo. */
export function undoRoutes({ routeWithoutTx }: Router): void {
  routeWithoutTx(undoApi.undo, ({ run }, { params, body }) => undo(run, params.planId, body))
}
