import { artifactsApi } from '@cairn/contract/api/artifacts'
import { UPLOAD_MAX_BYTES } from '@cairn/contract/api/common'
import type { Services } from '../../core/services.ts'
import { leastFileBytes, receiveFormFile } from '../../http/form-file.ts'
import type { OpenHttp, Router } from '../../http/router.ts'
import { sendFile } from '../../http/send-file.ts'
import { within } from './artifacts.budget.ts'
import { addLink, addUpload, checkUpload, deleteArtifact, editArtifact, restoreArtifact } from './artifacts.commands.ts'
import { getArtifact, getUpload, listArtifacts } from './artifacts.queries.ts'
import { sealedArtifact, toArtifact } from './artifacts.shape.ts'

/** HTTP routes of files and links. */
export function artifactsRoutes({ route, routeWithoutTx }: Router, { files, limits, signer }: Services): void {
  const sealed = sealedArtifact(signer)
  route(artifactsApi.list, (ctx, { params }) => listArtifacts(ctx, signer, params.planId, params.nodeId))
  route(artifactsApi.get, (ctx, { params }) => getArtifact(ctx, signer, params))
  route(artifactsApi.update, async (ctx, { params, body }) =>
    toArtifact(ctx, signer, await editArtifact(ctx, signer, params, body)),
  )
  route(artifactsApi.delete, (ctx, { params, body }) => deleteArtifact(ctx, signer, params, body?.expected_version))
  route(artifactsApi.restore, async (ctx, { params }) => toArtifact(ctx, signer, await restoreArtifact(ctx, params)))

  routeWithoutTx(artifactsApi.create, async (http, { params: { planId, nodeId }, body }) => {
    if (body)
      return http.run(async (ctx) => toArtifact(ctx, signer, await addLink(ctx, planId, nodeId, body)), { sealed })
    const upload = await receive(http, planId, nodeId)
    return http.run(async (ctx) => toArtifact(ctx, signer, await addUpload(ctx, planId, nodeId, upload)), {
      fingerprint: `${upload.key} ${upload.name}`,
      sealed,
    })
  })

  /** Access is checked before the bytes are read, and again in the command. */
  async function receive({ ctx, request }: OpenHttp, planId: string, nodeId: string) {
    const expected = { field: 'file', maxBytes: UPLOAD_MAX_BYTES }
    const isRepeatable = request.headers['idempotency-key'] !== undefined
    const room = await checkUpload(ctx, limits, { planId, nodeId }, isRepeatable)
    if (room && (room.bytes <= 0 || leastFileBytes(request) > room.bytes)) throw room.refusal
    return receiveFormFile(request, expected, async ({ stream, ...file }) => ({
      ...file,
      ...(await files.put(room ? within(room, stream) : stream, UPLOAD_MAX_BYTES)),
    }))
  }

  routeWithoutTx(artifactsApi.content, async ({ ctx, request, reply }, { params }) =>
    sendFile(files, await getUpload(ctx, params), { request, reply }),
  )
}
