import type { NewLink } from '@cairn/contract/api/artifacts'
import { searchText } from '@cairn/contract/rules/searchText'
import { invalid } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { Signer } from '../../core/signing.ts'
import { requireVersion } from '../../core/versions.ts'
import type { ArtifactRow } from '../../db/schema.ts'
import { addToArtifactCount } from '../nodes/nodes.counts.ts'
import { requireUndeletedNode } from '../nodes/nodes.queries.ts'
import { roomForUploads } from './artifacts.budget.ts'
import { type ArtifactPath, requireArtifact } from './artifacts.queries.ts'
import {
  deleteArtifactRow,
  type FoundArtifact,
  insertArtifact,
  lockUploadsOf,
  updateArtifact,
} from './artifacts.repo.ts'
import { toArtifact, toLogged } from './artifacts.shape.ts'

/** A file that the store already contains. */
export interface Upload {
  name: string
  content_type: string
  key: string
  /** Bytes. */
  size: number
}

/** Adds an uploaded file to a node; 409 `uploads_full` if the plan or the person would exceed the limit. */
export async function addUpload(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  { name, content_type, key, size }: Upload,
): Promise<FoundArtifact> {
  await requireAccess(ctx, planId, 'plan.edit')
  await lockUploadsOf(ctx.db, ctx.actor.id)
  const room = await roomForUploads(ctx.db, ctx.limits, planId, ctx.actor.id)
  if (size > room.bytes) throw room.refusal
  return addArtifact(ctx, planId, nodeId, { name, content_type, file_key: key, size, url: null, metadata: {} })
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
  const name = changes.name ?? artifact.name
  const metadata = changes.metadata === undefined ? artifact.metadata : JSON.stringify(changes.metadata ?? {})
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

/** The bytes of an upload are deleted later, when nothing refers to them. */
export async function deleteArtifact(
  ctx: WriteCtx,
  signer: Signer,
  path: ArtifactPath,
  expected?: number,
): Promise<void> {
  await requireAccess(ctx, path.planId, 'plan.edit')
  const artifact = await requireArtifact(ctx, path)
  await requireVersion('artifact', artifact, expected, () => toArtifact(ctx, signer, artifact))
  await deleteArtifactRow(ctx.db, artifact.plan_id, artifact.id)
  await addToArtifactCount(ctx, artifact.plan_id, artifact.node_id, -1)
  await ctx.emit({
    kind: 'artifact.deleted',
    plan_id: artifact.plan_id,
    node_id: artifact.node_id,
    node_title: artifact.node_title,
    data: { before: toLogged(artifact), after: null },
  })
}
