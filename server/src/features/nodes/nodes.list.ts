import { nodesApi } from '@cairn/contract/api/nodes'
import type { Router } from '../../core/route.ts'
import type { Services } from '../../core/services.ts'
import { chooseEncoding, createNodeBytes } from './nodes.bytes.ts'
import { readTrash } from './nodes.queries.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The list of a plan's nodes: kept bytes, `ETag` and 304, apart from the other routes because it never makes objects. */
export function nodesListRoute({ routeWithoutTx }: Router, { epoch }: Pick<Services, 'epoch'>): void {
  const nodeBytes = createNodeBytes(epoch)
  routeWithoutTx(nodesApi.list, async ({ ctx, request, reply }, { params, query }) => {
    if (query.trash === '1' || query.trash === 'true')
      return reply.type(JSON_TYPE).send(JSON.stringify(await readTrash(ctx, params.planId)))
    const { etag, read } = await nodeBytes.open(ctx, params.planId, query)
    reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
    if (request.headers['if-none-match']?.includes(etag)) return reply.header('etag', etag).status(304).send()
    const { bytes, encoding, etag: sent } = await read(chooseEncoding(request.headers['accept-encoding']))
    reply.header('etag', sent)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(JSON_TYPE).send(bytes)
  })
}
