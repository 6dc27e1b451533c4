import { transferApi } from '@cairn/contract/api/transfer'
import type { FastifyRequest } from 'fastify'
import { contentDisposition } from '../../base/file-name.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { spooled, TYPES, zipped } from './export.spool.ts'
import { writeExport } from './export.ts'

/** A client that stops reading must not keep a temporary file open. Node checks twice, so it has 60 s. */
const STALLED_MS = 30_000

export interface TransferLimits {
  /** Counts an export or import of this caller; 429 above the limit. */
  count(request: FastifyRequest): void
}

/** HTTP face of export and import. */
export function transferRoutes({ routeWithoutTx }: Router, { files }: Services, { count }: TransferLimits): void {
  routeWithoutTx(transferApi.export, async ({ ctx, request, reply }, { params: { planId }, query: { format } }) => {
    await requireAccess(ctx, planId, 'plan.read')
    count(request)
    const { answer, stream } = await spooled((write) => writeExport(ctx, planId, format, write))
    const { type, extension } = TYPES[format]
    const name = `${
      answer.plan.title
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 80) || 'plan'
    }.${extension}`
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    return reply
      .type(type)
      .header('content-disposition', contentDisposition('attachment', name))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(format === 'zip' ? zipped(stream, answer.files, files) : stream)
  })
}
