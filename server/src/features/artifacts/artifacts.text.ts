import { buffer } from 'node:stream/consumers'
import { invalid, notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { FileStore } from '../../providers/file-store.ts'
import { type ArtifactPath, requireArtifact } from './artifacts.queries.ts'
import type { FoundArtifact } from './artifacts.repo.ts'

/**
 * An artifact, and at most `maxBytes` of its text from an offset in bytes; `text` is null for a link. 400 if the file
 * holds something else than UTF-8, or has fewer bytes, or if the offset is within a character.
 */
export async function getTextPart(
  ctx: Ctx,
  files: FileStore,
  path: ArtifactPath,
  { offset, maxBytes }: { offset: number; maxBytes: number },
): Promise<{ artifact: FoundArtifact; text: string | null }> {
  await requireAccess(ctx, path.planId, 'plan.read')
  const artifact = await requireArtifact(ctx, path)
  const { file_key, size } = artifact
  if (file_key === null || size === null) return { artifact, text: null }
  if (offset > 0 && offset >= size) throw invalid('offset', `offset must be below the size of ${size} bytes`)
  if (size === 0) return { artifact, text: '' }

  const end = Math.min(offset + maxBytes, size) - 1
  const found = await files.open(file_key, { start: offset, end })
  if (!found) throw notFound('File')
  const bytes = await buffer(found.stream)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    // The part may end within a character, the file may not.
    return { artifact, text: decoder.decode(bytes, { stream: end < size - 1 }) }
  } catch {
    // The bits of a byte that continues a character.
    if (offset > 0 && ((bytes[0] ?? 0) & 0xc0) === 0x80)
      throw invalid('offset', 'offset must be at the start of a character')
    throw invalid('artifact_id', 'The file is not UTF-8 text here. Download it over REST')
  }
}
