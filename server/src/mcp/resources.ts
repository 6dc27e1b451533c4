// Plans and nodes as documents that a person adds to a conversation.
import { Id } from '@cairn/contract/api/common'
import { PACK_TOKENS } from '@cairn/contract/api/contextPack'
import { plansApi } from '@cairn/contract/api/plans'
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { AppError } from '../base/errors.ts'
import { requireAccess } from '../core/plan-access.ts'
import { getContextPack } from '../features/context-packs/context-packs.queries.ts'
import { oneLine } from '../features/context-packs/pack.fence.ts'
import { listPlans } from '../features/plans/plans.list.ts'
import { getPlan } from '../features/plans/plans.queries.ts'
import { nodeIdOf } from './ids.ts'
import type { ToolCall } from './tool.ts'
import { parse } from './tool.ts'
import { quoteOf, readOutline } from './tools/outline.ts'

const MARKDOWN = 'text/markdown'
const LISTED_MAX = 100
const OUTLINE_TOKENS = 20_000
const URI = /^plan:\/\/([^/]+)\/(?:outline|node\/([^/]+))\.md$/

export const RESOURCE_TEMPLATES = [
  {
    name: 'plan-outline',
    title: 'Plan outline',
    uriTemplate: 'plan://{id}/outline.md',
    description: 'The tree of a plan as Markdown',
    mimeType: MARKDOWN,
  },
  {
    name: 'node',
    title: 'Context pack of a node',
    uriTemplate: 'plan://{id}/node/{nodeId}.md',
    description: 'What it takes to work on a node, as Markdown',
    mimeType: MARKDOWN,
  },
]

/** The plans that changed last. */
export async function listResources({ app, ctx }: Pick<ToolCall, 'app' | 'ctx'>) {
  const { rows } = await listPlans(ctx, app.planRows, parse(plansApi.list.query, { limit: LISTED_MAX }))
  return rows.map(({ plan: { id, title, updated_at } }) => ({
    uri: `plan://${id}/outline.md`,
    name: `${id}.md`,
    title,
    mimeType: MARKDOWN,
    annotations: { lastModified: updated_at },
  }))
}

/** A document; missing ones and those of others are the same. */
export async function readResource(call: Pick<ToolCall, 'app' | 'ctx'>, uri: string) {
  const [, planId = '', nodeId] = URI.exec(uri) ?? []
  if (!Id.safeParse(planId).success) throw new ResourceNotFoundError(uri)
  try {
    const text = nodeId === undefined ? await outlineText(call, planId) : await nodeText(call, planId, nodeId)
    return { contents: [{ uri, mimeType: MARKDOWN, text }] }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw new ResourceNotFoundError(uri)
    throw error
  }
}

async function outlineText(call: Pick<ToolCall, 'app' | 'ctx'>, planId: string): Promise<string> {
  const { title, description } = await getPlan(call.ctx, planId)
  const options = { fields: ['description' as const], max_tokens: OUTLINE_TOKENS }
  const { outline } = await readOutline(call, planId, options, 'call get_plan_outline')
  return `# ${oneLine(title)}\n\n${quoteOf(description)}${outline}`
}

async function nodeText({ ctx }: Pick<ToolCall, 'ctx'>, planId: string, id: string): Promise<string> {
  await requireAccess(ctx, planId, 'plan.read')
  const nodeId = await nodeIdOf(ctx, planId, id)
  return (await getContextPack(ctx, planId, nodeId, { max_tokens: PACK_TOKENS.default }, 'mcp')).text
}
