import { Readable } from 'node:stream'
import type { NewLink } from '@cairn/contract/api/artifacts'
import { searchText } from '@cairn/contract/rules/searchText'
import type { Limits } from '../../base/config.ts'
import { invalid, notFound } from '../../base/errors.ts'
import { fileName } from '../../base/file-name.ts'
import { newId } from '../../base/ids.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import { addToArtifactCount, requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import type { Signer } from '../../core/signing.ts'
import { requireVersion } from '../../core/versions.ts'
import type { ArtifactRow } from '../../db/schema.ts'
import { type Room, roomForUploads, shrinkTrash } from './artifacts.budget.ts'
import { type ArtifactPath, readTrashedArtifact, requireArtifact } from './artifacts.queries.ts'
import { type FoundArtifact, insertArtifact, lockUploadsOf, updateArtifact } from './artifacts.repo.ts'
import { toArtifact, toLogged } from './artifacts.shape.ts'

/** A file that the store already contains. */
export interface Upload {
  name: string
  content_type: string
  key: string
  /** Bytes. */
  size: number
  metadata?: Record<string, unknown>
}

/**
 * Checks who may attach a file, before its bytes are read, and returns how much there is room for. Null for a call that may
 * be repeated, because the first one may itself have used up the limit.
 */
export async function checkUpload(
  ctx: Ctx,
  limits: Limits,
  { planId, nodeId }: Omit<ArtifactPath, 'artifactId'>,
  isRepeatable: boolean,
): Promise<Room | null> {
  await requireAccess(ctx, planId, 'plan.edit')
  await requireUndeletedNode(ctx, planId, nodeId)
  return isRepeatable ? null : roomForUploads(ctx.db, limits, planId, ctx.actor.id)
}

/** Stores a text as a file, to be added with `addUpload`. */
export async function storeText(
  { files, limits }: Pick<Services, 'files' | 'limits'>,
  ctx: Ctx,
  path: Omit<ArtifactPath, 'artifactId'>,
  { name, content_type, content }: { name: string; content_type: string; content: string },
  isRepeatable: boolean,
): Promise<Upload> {
  const bytes = Buffer.from(content)
  const room = await checkUpload(ctx, limits, path, isRepeatable)
  if (room && bytes.length > room.bytes) throw room.refusal
  return { name: fileName(name), content_type, ...(await files.put(Readable.from([bytes]), bytes.length)) }
}

/** Adds an uploaded file to a node; 409 `uploads_full` if the plan or the person would exceed the limit. */
export async function addUpload(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  { name, content_type, key, size, metadata = {} }: Upload,
): Promise<FoundArtifact> {
  await requireAccess(ctx, planId, 'plan.edit')
  await lockUploadsOf(ctx.db, ctx.actor.id)
  const room = await roomForUploads(ctx.db, ctx.limits, planId, ctx.actor.id)
  if (size > room.bytes) throw room.refusal
  const added = await addArtifact(ctx, planId, nodeId, {
    name,
    content_type,
    file_key: key,
    size,
    url: null,
    metadata,
  })
  await shrinkTrash(ctx.db, ctx.limits, planId, ctx.actor.id)
  return added
}

/** Adds a link to a node. The server never requests it. */
export const addLink = (ctx: WriteCtx, planId: string, nodeId: string, link: NewLink): Promise<FoundArtifact> =>
  addArtifact(ctx, planId, nodeId, { ...link, file_key: null, size: null })

async function addArtifact(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  given: Pick<ArtifactRow, 'name' | 'content_type' | 'file_key' | 'size' | 'url'> & { metadata: object },
): Promise<FoundArtifact> {
  await requireAccess(ctx, planId, 'plan.edit')
  const { title } = await requireUndeletedNode(ctx, planId, nodeId)
  const row = {
    ...given,
    id: newId(),
    plan_id: planId,
    node_id: nodeId,
    metadata: JSON.stringify(given.metadata),
    version: 1,
    created_by: ctx.actor.id,
    created_at: ctx.now,
    deleted_at: null,
    deleted_by: null,
  }
  await insertArtifact(ctx.db, { ...row, search_text: searchText(row.name) })
  await addToArtifactCount(ctx, planId, nodeId, 1)
  await ctx.emit({
    kind: 'artifact.added',
    plan_id: planId,
    node_id: nodeId,
    node_title: title,
    data: { before: null, after: toLogged(row) },
  })
  return requireArtifact(ctx, { planId, nodeId, artifactId: row.id })
}

/** Absent means unchanged; `null` metadata clears it. */
export interface ArtifactChanges {
  name?: string
  url?: string
  metadata?: Record<string, unknown> | null
  expected_version?: number
}

/** Renames a file or link, or changes the URL of a link. Does nothing if unchanged. */
export async function editArtifact(
  ctx: WriteCtx,
  signer: Signer,
  path: ArtifactPath,
  changes: ArtifactChanges,
): Promise<FoundArtifact> {
  await requireAccess(ctx, path.planId, 'plan.edit')
  const artifact = await requireArtifact(ctx, path)
  await requireVersion('artifact', artifact, changes.expected_version, () => toArtifact(ctx, signer, artifact))
  const url = changes.url ?? artifact.url
  if (url !== artifact.url && artifact.file_key !== null)
    throw invalid('url', 'The URL of an uploaded file cannot be changed')
  const { name: given = artifact.name } = changes
  const name = artifact.file_key === null ? given : fileName(given)
  const metadata = changes.metadata === undefined ? artifact.metadata : JSON.stringify(changes.metadata ?? {})
  return changeArtifact(ctx, artifact, { name, url, metadata: JSON.parse(metadata) })
}

/** Writes what differs, with one event. The caller has authorized the plan. */
export async function changeArtifact(
  ctx: WriteCtx,
  artifact: FoundArtifact,
  wanted: { name?: string; url?: string | null; metadata?: Record<string, unknown> },
): Promise<FoundArtifact> {
  const { name = artifact.name, url = artifact.url } = wanted
  const metadata = wanted.metadata ? JSON.stringify(wanted.metadata) : artifact.metadata
  if (name === artifact.name && url === artifact.url && metadata === artifact.metadata) return artifact

  const version = artifact.version + 1
  const after = { ...artifact, name, url, metadata, version }
  await updateArtifact(ctx.db, artifact.plan_id, artifact.id, {
    name,
    url,
    metadata,
    version,
    search_text: searchText(name),
  })
  await ctx.emit({
    kind: 'artifact.updated',
    plan_id: artifact.plan_id,
    node_id: artifact.node_id,
    node_title: artifact.node_title,
    data: { before: toLogged(artifact), after: toLogged(after) },
  })
  return after
}

/** Moves a file or link to the trash for 30 days. */
export async function deleteArtifact(
  ctx: WriteCtx,
  signer: Signer,
  path: ArtifactPath,
  expected?: number,
): Promise<void> {
  await requireAccess(ctx, path.planId, 'plan.edit')
  const artifact = await requireArtifact(ctx, path)
  await requireVersion('artifact', artifact, expected, () => toArtifact(ctx, signer, artifact))
  await trashArtifact(ctx, artifact)
}

/** Row, count and event of a deletion. The caller has authorized the plan. */
export async function trashArtifact(ctx: WriteCtx, artifact: FoundArtifact): Promise<void> {
  await updateArtifact(ctx.db, artifact.plan_id, artifact.id, { deleted_at: ctx.now, deleted_by: ctx.actor.id })
  await addToArtifactCount(ctx, artifact.plan_id, artifact.node_id, -1)
  await ctx.emit({
    kind: 'artifact.deleted',
    plan_id: artifact.plan_id,
    node_id: artifact.node_id,
    node_title: artifact.node_title,
    data: { before: toLogged(artifact), after: null },
  })
}

/** Takes a file or link out of the trash of its undeleted node; 404 if it is not there. */
export async function restoreArtifact(
  ctx: WriteCtx,
  { planId, nodeId, artifactId }: ArtifactPath,
): Promise<FoundArtifact> {
  await requireAccess(ctx, planId, 'plan.edit')
  const artifact = await readTrashedArtifact(ctx, { planId, nodeId, artifactId })
  if (!artifact) throw notFound('Artifact')
  // An upload in another plan may have purged it meanwhile, because it needed the room.
  if (!(await updateArtifact(ctx.db, planId, artifactId, { deleted_at: null, deleted_by: null })))
    throw notFound('Artifact')
  await addToArtifactCount(ctx, planId, nodeId, 1)
  await ctx.emit({
    kind: 'artifact.restored',
    plan_id: planId,
    node_id: nodeId,
    node_title: artifact.node_title,
    data: { before: null, after: toLogged(artifact) },
  })
  return artifact
}
