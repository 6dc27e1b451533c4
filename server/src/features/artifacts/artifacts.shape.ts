// Converts rows to artifacts of the API.
import type { Artifact } from '@cairn/contract/api/artifacts'
import type { Ctx } from '../../core/ctx.ts'
import { toPerson } from '../../core/person.ts'
import type { Sealed } from '../../core/sealed.ts'
import { signUrl } from '../../core/signed-urls.ts'
import type { Signer } from '../../core/signing.ts'
import type { ArtifactRow } from '../../db/schema.ts'
import type { FoundArtifact } from './artifacts.repo.ts'

type Stored = Omit<ArtifactRow, 'search_text' | 'deleted_at' | 'deleted_by'>

/** The URL of a link, or of the bytes of an upload. */
const urlOf = ({ id, plan_id, node_id, url }: Stored): string =>
  url ?? `/api/plans/${plan_id}/nodes/${node_id}/artifacts/${id}/content`

/** As the event log stores it: without fields that change over time. */
export function toLogged(row: Stored): Omit<Artifact, 'user' | 'download_url'> {
  const { id, node_id, name, content_type, size, version, created_by, created_at } = row
  const metadata = JSON.parse(row.metadata)
  return { id, node_id, name, content_type, size, url: urlOf(row), metadata, version, created_by, created_at }
}

/** For the caller, whose access the download URL carries. */
export function toArtifact(ctx: Ctx, signer: Signer, row: FoundArtifact): Artifact {
  const logged = toLogged(row)
  return {
    ...logged,
    download_url: downloadUrl(ctx, signer, logged),
    user: toPerson({
      id: row.created_by,
      name: row.user_name,
      email: row.user_email,
      avatar_key: row.user_avatar_key,
    }),
  }
}

/** An upload has a size, a link has none. */
const downloadUrl = ({ actor, now }: Ctx, signer: Signer, { size, url }: Pick<Artifact, 'size' | 'url'>): string =>
  size === null ? url : signUrl(signer, url, { actor, now: new Date(now) })

/** Signatures are not stored: a repeated call gets its own. */
export const sealedArtifact = (signer: Signer): Sealed<Artifact> => ({
  seal: (artifact) => ({ ...artifact, download_url: '' }),
  open: (ctx, artifact) => ({ ...artifact, download_url: downloadUrl(ctx, signer, artifact) }),
})
