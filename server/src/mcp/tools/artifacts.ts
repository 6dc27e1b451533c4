import { NewLink } from '@cairn/contract/api/artifacts'
import { isStorable } from '@cairn/contract/api/common'
import { z } from 'zod'
import { invalid } from '../../base/errors.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { addLink, addUpload, storeText } from '../../features/artifacts/artifacts.commands.ts'
import { NodeId, nodeIdOf, nodeIn, PlanId, planIdOf } from '../ids.ts'
import { Changed, Key } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

const TEXT_MAX_BYTES = 100 * 1024
/** Texts that no browser runs. */
const TEXT_TYPES = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'application/json',
  'application/yaml',
  'application/xml',
] as const

const NewText = z.object({
  name: NewLink.shape.name,
  content: z
    .string()
    .min(1, 'content is required')
    .refine(
      (text) => Buffer.byteLength(text) <= TEXT_MAX_BYTES,
      `content must be at most ${TEXT_MAX_BYTES.toLocaleString('en-US')} bytes`,
    )
    .refine(isStorable, 'content contains invalid characters'),
  content_type: z
    .enum(TEXT_TYPES, `content_type of a text must be one of ${TEXT_TYPES.join(', ')}`)
    .default('text/plain'),
})

export const attach_artifact = defineTool({
  name: 'attach_artifact',
  title: 'Attach link or text',
  description: 'Attach a link (url), or a small text file (content). Other files go over REST.',
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    plan_id: PlanId,
    node_id: NodeId,
    name: z.string(),
    url: z.string().optional(),
    content: z.string().optional().describe('Text, at most 100 kB'),
    content_type: z
      .string()
      .optional()
      .describe(`Of a text: ${TEXT_TYPES.join(', ')}`),
    idempotency_key: Key,
  }),
  output: z.looseObject({ artifact_id: z.string(), ...Changed }),
  call: async ({ app, ctx: reads, run }, { plan_id, node_id, name, url, content, content_type, idempotency_key }) => {
    const planId = planIdOf(plan_id)
    if (content !== undefined) {
      if (url !== undefined) throw invalid('content', 'Pass either url or content')
      const text = parse(NewText, { name, content, content_type })
      await requireAccess(reads, planId, 'plan.edit')
      const nodeId = await nodeIdOf(reads, planId, node_id)
      const upload = await storeText(app, reads, { planId, nodeId }, text, idempotency_key !== undefined)
      return run(planId, async (ctx) => {
        const { id } = await addUpload(ctx, planId, nodeId, upload)
        return { artifact_id: id }
      })
    }
    if (url === undefined) throw invalid('url', 'Pass either url or content')
    const link = parse(NewLink, { name, url, content_type: content_type ?? 'text/html' })
    return run(planId, async (ctx) => {
      const { id } = await addLink(ctx, planId, await nodeIn(ctx, planId, node_id), link)
      return { artifact_id: id }
    })
  },
})
