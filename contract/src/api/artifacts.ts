import { z } from 'zod'
import {
  type Api,
  changedRequiredText,
  ExpectedVersion,
  ExpectedVersionBody,
  Id,
  LIMITS,
  Metadata,
  orEmpty,
  Person,
  requiredText,
  Timestamp,
} from './common.ts'
import { NodeParams } from './nodes.ts'

/** A file or a link of a node. */
export const Artifact = z.object({
  id: Id,
  node_id: Id,
  name: z.string(),
  content_type: z.string(),
  size: z.int().nullable().describe('Bytes; null for a link'),
  url: z.string(),
  download_url: z.string().describe('For an upload, a signed URL of its content that is valid for 10 minutes'),
  metadata: z.record(z.string(), z.unknown()),
  version: z.int(),
  created_by: Id,
  user: Person,
  created_at: Timestamp,
})
export type Artifact = z.infer<typeof Artifact>

/** Only web URLs: `javascript:`, `data:` and `file:` never become a link. */
export const LinkUrl = requiredText('Url', LIMITS.url).pipe(
  z.url({ protocol: /^https?$/, error: 'URL must start with http:// or https://' }),
)

export const NewLink = z.object({
  name: requiredText('Name', LIMITS.file_name),
  content_type: requiredText('Content type', 100),
  url: LinkUrl,
  metadata: orEmpty(Metadata)
    .nullish()
    .transform((metadata) => metadata || {}),
})
export type NewLink = z.infer<typeof NewLink>

const ArtifactParams = NodeParams.extend({ artifactId: Id })

export const artifactsApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/artifacts',
    summary: 'Files and links of a node, newest first',
    access: 'plan.read',
    params: NodeParams,
    reply: z.array(Artifact),
  },
  create: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/artifacts',
    summary: 'Upload a file in the form field `file`, or add a link as JSON (name, content_type, url)',
    access: 'plan.edit',
    params: NodeParams,
    body: NewLink.nullish().describe('A link; or multipart/form-data with the field `file`'),
    transport: 'multipart',
    file_field: 'file',
    reply: Artifact,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/artifacts/:artifactId',
    summary: 'One file or link',
    access: 'plan.read',
    params: ArtifactParams,
    reply: Artifact,
  },
  update: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId/artifacts/:artifactId',
    summary: 'Rename a file or link, or change where a link points',
    access: 'plan.edit',
    params: ArtifactParams,
    body: z.object({
      name: changedRequiredText('Name', LIMITS.file_name),
      url: LinkUrl.nullish().transform((url) => url ?? undefined),
      metadata: Metadata.nullish(),
      expected_version: ExpectedVersion,
    }),
    versioned: true,
    reply: Artifact,
  },
  delete: {
    method: 'DELETE',
    path: '/plans/:planId/nodes/:nodeId/artifacts/:artifactId',
    summary: 'Move a file or link to the trash, where it stays for 30 days',
    access: 'plan.edit',
    params: ArtifactParams,
    body: ExpectedVersionBody,
    versioned: true,
  },
  restore: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/artifacts/:artifactId/restore',
    summary: 'Take a file or link out of the trash',
    access: 'plan.edit',
    params: ArtifactParams,
    reply: Artifact,
  },
  content: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/artifacts/:artifactId/content',
    summary: 'The bytes of an upload; with `signature` and `expires` no sign-in is needed',
    access: 'plan.read',
    params: ArtifactParams,
    query: z.strictObject({ signature: z.string().max(200).optional(), expires: z.coerce.number().int().optional() }),
    transport: 'bytes',
    reply_headers: ['ETag'],
    signed: true,
  },
} as const satisfies Api
