import { z } from 'zod'
import type { Api } from './common.ts'
import { NodeParams } from './nodes.ts'

/** The sections of a context pack in their order. */
export const PACK_SECTIONS = [
  'instructions',
  'node',
  'dependencies',
  'ancestry',
  'decisions',
  'logs',
  'siblings',
  'files',
] as const
export type PackSection = (typeof PACK_SECTIONS)[number]

export const PACK_TOKENS = { min: 1_000, default: 4_000, max: 32_000 } as const

const tokensMessage = `max_tokens must be a whole number from ${PACK_TOKENS.min} to ${PACK_TOKENS.max}`

const SectionManifest = z.object({
  section: z.enum(PACK_SECTIONS),
  tokens: z.int().describe('Estimated tokens of the section in the text'),
  items: z.int().describe('Items shown: texts, nodes, entries or files'),
  total: z.int().nullable().describe('Items there are; null if they were not counted'),
  cut: z.boolean().describe('Whether something was cut'),
  more: z
    .string()
    .nullable()
    .describe('If something was cut: the request, or over MCP the tool call, that returns everything'),
  changed: z.boolean().describe('Whether the section differs from the pack of since_hash; true without one'),
})
export type SectionManifest = z.infer<typeof SectionManifest>

export const ContextPack = z.object({
  text: z.string().describe('Markdown; text of people, agents and imports is quoted with ">"'),
  tokens: z.int().describe('Estimated tokens of the text, rather too many than too few; at most max_tokens'),
  max_tokens: z.int(),
  hash: z.string().describe('Identifies the sections of this pack; send it as since_hash for the difference'),
  sections: z.array(SectionManifest).describe('What is in the pack and what was cut'),
})
export type ContextPack = z.infer<typeof ContextPack>

export const PackOptions = z.strictObject({
  max_tokens: z.coerce
    .number(tokensMessage)
    .int(tokensMessage)
    .min(PACK_TOKENS.min, tokensMessage)
    .max(PACK_TOKENS.max, tokensMessage)
    .default(PACK_TOKENS.default)
    .describe('The budget of the text in tokens'),
  since_hash: z
    .string()
    .regex(/^1\.[\w-]{64}$/, 'since_hash must be the hash of a context pack')
    .optional()
    .describe('The hash of an earlier pack of the same budget: the text then has only the sections that differ'),
})
export type PackOptions = z.output<typeof PackOptions>

export const contextPackApi = {
  pack: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/context-pack',
    summary:
      'What an agent needs to work on a node, as Markdown within a token budget: agent instructions, the node, what it waits for and what waits for it, ancestors, decisions, recent log entries, siblings and files',
    access: 'plan.read',
    params: NodeParams,
    query: PackOptions,
    reply: ContextPack,
  },
} as const satisfies Api
