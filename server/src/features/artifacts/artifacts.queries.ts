import type { Artifact } from '@cairn/contract/api/artifacts'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireUndeletedNode } from '../../core/nodes.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { Signer } from '../../core/signing.ts'
import { trashedSince } from '../../core/trash.ts'
import { type FoundArtifact, findArtifact, findTrashedArtifact, listArtifactRows } from './artifacts.repo.ts'
import { toArtifact } from './artifacts.shape.ts'

export interface ArtifactPath {
  planId: string
  nodeId: string
  artifactId: string
}

/**
 * An artifact of an undeleted node of this plan, as a row; 404 for any other id. The caller has authorized the plan.
 */
export async function requireArtifact(ctx: Ctx, { planId, nodeId, artifactId }: ArtifactPath): Promise<FoundArtifact> {
  const artifact = await findArtifact(ctx.db, planId, nodeId, artifactId)
  if (!artifact) throw notFound('Artifact')
  return artifact
}

/** An artifact of an undeleted node, or undefined. The caller has authorized the plan. */
export const readArtifact = (ctx: Ctx, { planId, nodeId, artifactId }: ArtifactPath) =>
  findArtifact(ctx.db, planId, nodeId, artifactId)

/** One in the trash that can be restored, or undefined. The caller has authorized the plan. */
export const readTrashedArtifact = (ctx: Ctx, { planId, nodeId, artifactId }: ArtifactPath) =>
  findTrashedArtifact(ctx.db, planId, nodeId, artifactId, trashedSince(ctx))

/** Files and links of a node, newest first. */
export async function listArtifacts(ctx: Ctx, signer: Signer, planId: string, nodeId: string): Promise<Artifact[]> {
  await requireAccess(ctx, planId, 'plan.read')
  await requireUndeletedNode(ctx, planId, nodeId)
  return readArtifacts(ctx, signer, planId, nodeId)
}

/** The caller has authorized the plan. */
export async function readArtifacts(ctx: Ctx, signer: Signer, planId: string, nodeId: string): Promise<Artifact[]> {
  const rows = await listArtifactRows(ctx.db, planId, nodeId)
  return rows.map((row) => toArtifact(ctx, signer, row))
}

export async function getArtifact(ctx: Ctx, signer: Signer, path: ArtifactPath): Promise<Artifact> {
  await requireAccess(ctx, path.planId, 'plan.read')
  return toArtifact(ctx, signer, await requireArtifact(ctx, path))
}

/** The data for sending an upload; 404 for a link, which has no bytes here. */
export async function getUpload(
  ctx: Ctx,
  path: ArtifactPath,
): Promise<{ key: string; name: string; content_type: string; size: number }> {
  await requireAccess(ctx, path.planId, 'plan.read')
  const { file_key, name, content_type, size } = await requireArtifact(ctx, path)
  if (file_key === null || size === null) throw notFound('File')
  return { key: file_key, name, content_type, size }
}
