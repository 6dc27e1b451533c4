import { nodeContextApi } from '@cairn/contract/api/nodeContext'
import type { Signer } from '../../core/signing.ts'
import type { Router } from '../../http/router.ts'
import { getNodeContext, writeNodeContext } from './node-context.queries.ts'

/** HTTP routes of a node's context. */
export function nodeContextRoutes({ routeWithoutTx }: Router, { signer }: { signer: Signer }): void {
  routeWithoutTx(nodeContextApi.get, async ({ ctx, reply }, { params }) => {
    const context = await getNodeContext(ctx, signer, params.planId, params.nodeId)
    return reply.type('application/json; charset=utf-8').send(await writeNodeContext(context))
  })
}
