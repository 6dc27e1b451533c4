// Parses the proposed children of a node leniently, like generated plans.
import type { BrokenDown } from '@cairn/contract/api/ai'
import { LIMITS } from '@cairn/contract/api/common'
import { z } from 'zod'
import { readJson, readPartialJson } from './ai.json.ts'
import { fitting } from './ai.reply.ts'

const NODES_MAX = 20
const CHILDREN_MAX = 12

const Item = z.object({
  title: z
    .string()
    .transform((title) => fitting(title, LIMITS.title))
    .refine((title) => title !== '', 'must not be empty'),
  description: z
    .string()
    .nullish()
    .transform((text) => fitting(text ?? '', LIMITS.description)),
})
const Reply = z.object({
  nodes: z
    .array(
      Item.extend({
        children: z
          .array(Item)
          .nullish()
          .transform((children) => (children ?? []).slice(0, CHILDREN_MAX)),
      }),
    )
    .min(1, 'must not be empty')
    .transform((nodes) => nodes.slice(0, NODES_MAX)),
})

/** The proposed nodes, or what is wrong with the reply. */
export function readBrokenDown(reply: string): BrokenDown | { problem: string } {
  const read = readJson(reply, Reply)
  return read.problem === undefined ? read.value : read
}

/** The complete titles of a reply that is still growing. */
export async function titlesSoFar(reply: string): Promise<string[]> {
  const { nodes } = (await readPartialJson(reply)) as { nodes?: unknown }
  // The last one may still grow.
  return (Array.isArray(nodes) ? nodes.slice(0, -1) : []).flatMap((node: { title?: unknown } | null) =>
    typeof node?.title === 'string' && node.title.trim() !== '' ? [fitting(node.title, LIMITS.title)] : [],
  )
}
