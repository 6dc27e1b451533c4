import { LOG_TYPES, NewLog } from '@cairn/contract/api/logs'
import { z } from 'zod'
import { addLog } from '../../features/logs/logs.commands.ts'
import { logIn, NodeId, nodeIn, PlanId, planIdOf } from '../ids.ts'
import { withMentions } from '../mentions.ts'
import { Changed, Key } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

export const add_log = defineTool({
  name: 'add_log',
  title: 'Add log entry',
  description: 'Write down progress, reasoning, a challenge, a decision or a comment at a node.',
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    plan_id: PlanId,
    node_id: NodeId,
    content: z.string().describe('"@Full Name" mentions a member of the plan'),
    log_type: z
      .enum(LOG_TYPES)
      .optional()
      .describe('Default: progress, for a reply comment. Commenters write comments'),
    reply_to: z.string().optional().describe('Id of an entry of the node, or its short form from a context pack'),
    tags: z.array(z.string()).optional(),
    idempotency_key: Key,
  }),
  output: z.looseObject({ log_id: z.string(), mentioned: z.array(z.string()), ...Changed }),
  call: ({ run }, { plan_id, node_id, content, log_type, reply_to, tags }) => {
    const planId = planIdOf(plan_id)
    const entry = parse(NewLog, { content, log_type, tags })
    return run(planId, async (ctx) => {
      const nodeId = await nodeIn(ctx, planId, node_id)
      const parent_id = reply_to === undefined ? null : await logIn(ctx, planId, nodeId, reply_to)
      const text = await withMentions(ctx, planId, entry.content)
      const { id, mentions } = await addLog(ctx, planId, nodeId, { ...entry, content: text, parent_id })
      return { log_id: id, mentioned: mentions.map(({ name }) => name) }
    })
  },
})
