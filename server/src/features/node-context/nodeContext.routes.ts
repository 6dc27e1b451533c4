import { nodeContextApi } from '@cairn/contract/api/nodeContext'
import type { Router } from '../../core/route.ts'
import type { Signer } from '../../core/signing.ts'
import { getNodeContext } from './nodeContext.queries.ts'

/** HTTP face of a node's context. */
export function nodeContextRoutes({ route }: Router, { signer }: { signer: Signer }): void {
  route(nodeContextApi.get, (ctx, { params }) => getNodeContext(ctx, signer, params.planId, params.nodeId))
}
