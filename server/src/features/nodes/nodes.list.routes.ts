import { nodesApi } from '@cairn/contract/api/nodes'
import { AppError, invalid } from '../../base/errors.ts'
import { PersonLimit } from '../../base/person-limit.ts'
import { TaskQueue } from '../../base/task-queue.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { matchesTag } from '../../http/etag.ts'
import { linkPages } from '../../http/pages.ts'
import type { Router } from '../../http/router.ts'
import type { NodeListCache } from './nodes.cache.ts'
import { isFiltered, isWanted, pickFields } from './nodes.filter.ts'
import { writeNodes } from './nodes.json.ts'
import { readTrash } from './nodes.queries.ts'
import { toOutline } from './nodes.shape.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** A filtered list is written for its caller alone: tens of megabytes for the largest plans. */
const WRITING_MAX = 2
const PERSON_MAX = 10
const writing = new TaskQueue(WRITING_MAX)
const filteredOfPerson = new PersonLimit(PERSON_MAX, () => {
  const message = `You are already reading ${PERSON_MAX} filtered lists. Wait until one of them has arrived.`
  return new AppError(429, 'rate_limited', message, { retryAfter: 1 })
})

/**
 * Serves the list of a plan's nodes from the cache, with `ETag` and 304. It has its own file because it bypasses the
 * router's serialization.
 */
export function nodesListRoute({ routeWithoutTx }: Router, nodeLists: NodeListCache): void {
  routeWithoutTx(nodesApi.list, async ({ ctx, request, reply }, { params, query }) => {
    const { view, format, trash, limit, cursor, ...filters } = query
    if (trash === '1' || trash === 'true') {
      if (isFiltered(filters)) throw invalid('trash', 'The trash cannot be filtered')
      const { nodes, next } = await readTrash(ctx, params.planId, { limit, cursor })
      linkPages(reply, request.url, { next })
      return reply.type(JSON_TYPE).send(JSON.stringify(nodes))
    }
    if (limit !== undefined || cursor !== undefined)
      throw invalid(limit === undefined ? 'cursor' : 'limit', 'Only the trash has pages: the list is always whole')
    if (format === 'tree' && isFiltered(filters)) throw invalid('format', 'Only a flat list can be filtered')
    const { etag, read, readNodes } = await nodeLists.open(ctx, params.planId, query)
    reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
    if (matchesTag(request, etag)) return reply.header('etag', etag).status(304).send()
    if (isFiltered(filters)) {
      // Until it is sent: a reader that is slow keeps all of it in memory.
      reply.raw.once('close', filteredOfPerson.begin(ctx.actor.id))
      const { bytes, sent } = await writing.run(async () => {
        const { nodes, etag } = await readNodes()
        const wanted = nodes.filter((node) => isWanted(node, filters, ctx.actor.id))
        const bytes = await writeNodes(wanted, 'flat', (node) =>
          JSON.stringify(pickFields(view === 'outline' ? toOutline(node) : node, filters.fields)),
        )
        return { bytes, sent: etag }
      })
      // Outside of the queue, where a reader that is slow would keep others from their turn.
      return reply.header('etag', sent).type(JSON_TYPE).send(bytes)
    }
    const { bytes, encoding, etag: sent } = await read(chooseEncoding(request.headers['accept-encoding']))
    reply.header('etag', sent)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(JSON_TYPE).send(bytes)
  })
}
