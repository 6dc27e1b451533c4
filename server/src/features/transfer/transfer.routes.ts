import { OUTLINE_MAX_BYTES, planOutlineApi } from '@cairn/contract/api/planOutline'
import { IMPORT_MAX_BYTES, transferApi } from '@cairn/contract/api/transfer'
import type { FastifyRequest } from 'fastify'
import { fileTooLarge } from '../../base/errors.ts'
import { contentDisposition } from '../../base/file-name.ts'
import { requirePerson } from '../../core/person.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { type FormFile, receiveFormFile } from '../../http/form-file.ts'
import type { OpenHttp, Router } from '../../http/router.ts'
import { discardPlan } from '../plans/plans.start.ts'
import { spooled, TYPES, zipped } from './export.spool.ts'
import { writeExport } from './export.ts'
import { receiveImport } from './import.receive.ts'
import {
  checkImport,
  digestOf,
  type FilledImport,
  fillImportedPlan,
  type ImportFile,
  previewOf,
  requireImportable,
  showImportedPlan,
} from './import.ts'
import { changeByOutline } from './outline.ts'

/** A client that stops reading must not keep a temporary file open. Node checks twice, so it has 60 s. */
const STALLED_MS = 30_000

export interface TransferLimits {
  /** Counts an export or import of this caller; 429 above the limit. */
  count(request: FastifyRequest): void
  /** Counts a preview of an outline, which are shown while people type. */
  countPreview(request: FastifyRequest): void
}

/** HTTP routes of export and import. */
export function transferRoutes(
  { routeWithoutTx }: Router,
  app: Services,
  { count, countPreview }: TransferLimits,
): void {
  const { files, limits } = app
  routeWithoutTx(transferApi.export, async ({ ctx, request, reply }, { params: { planId }, query: { format } }) => {
    await requireAccess(ctx, planId, 'plan.read')
    count(request)
    const { answer, stream } = await spooled((write) => writeExport(ctx, planId, format, write))
    const content = format === 'zip' ? await zipped(stream, answer.files, files) : stream
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
      .send(content)
  })

  const receive = <T>({ request, ctx }: OpenHttp, use: (file: ImportFile) => Promise<T>): Promise<T> => {
    count(request)
    const { socket } = request.raw
    return receiveImport(
      { userId: ctx.actor.id, isGone: () => socket.destroyed },
      (write) =>
        receiveFormFile(request, { field: 'file', maxBytes: IMPORT_MAX_BYTES }, async ({ name, stream }) => {
          await write(stream)
          return name
        }),
      use,
    )
  }
  /** Only the caller is a member of the new plan. */
  const rulesFor = async ({ ctx }: OpenHttp) => ({
    nodesMax: limits.plan_nodes,
    edgesMax: limits.plan_edges,
    members: [await requirePerson(ctx, ctx.actor.id)],
  })
  routeWithoutTx(transferApi.previewImport, (http, { query }) =>
    receive(http, async (file) => previewOf(await checkImport(file, query, await rulesFor(http)))),
  )
  routeWithoutTx(transferApi.import, (http, { query }) =>
    receive(http, async (file) => {
      const plan = requireImportable(await checkImport(file, query, await rulesFor(http)))
      const work = {
        prepare: () => fillImportedPlan(app, http.ctx, file, plan),
        command: showImportedPlan,
        discard: ({ start }: FilledImport) => discardPlan(app, start),
      }
      return http.runPrepared(work, { fingerprint: `${digestOf(file)} ${JSON.stringify(query)}` })
    }),
  )
  routeWithoutTx(planOutlineApi.changeByOutline, async (http, { params: { planId }, query }) => {
    await requireAccess(http.ctx, planId, 'plan.edit')
    if (query.dry_run) countPreview(http.request)
    else count(http.request)
    const form = { field: 'file', maxBytes: OUTLINE_MAX_BYTES }
    const bytes = await receiveFormFile(http.request, form, allOf)
    return changeByOutline(http, planId, bytes, { ...query, nodesMax: limits.plan_nodes })
  })
}

/** Reads an outline into memory. 413 if it is too large. */
async function allOf({ stream }: FormFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > OUTLINE_MAX_BYTES) throw fileTooLarge(OUTLINE_MAX_BYTES)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
