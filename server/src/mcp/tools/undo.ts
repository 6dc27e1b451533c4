import { undoApi } from '@cairn/contract/api/undo'
import { z } from 'zod'
import { forbidden } from '../../base/errors.ts'
import { storedRunId } from '../../core/run-ids.ts'
import { getRun } from '../../features/activity/activity.runs.ts'
import { undo } from '../../features/undo/undo.ts'
import { PlanId, planIdOf } from '../ids.ts'
import { Key } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

export const undo_run = defineTool({
  name: 'undo_run',
  title: 'Undo run',
  description: 'Undo all that one of your runs changed in a plan. Only a preview, unless preview is false.',
  scope: 'write',
  hints: { read: false, destructive: true },
  input: z.strictObject({
    plan_id: PlanId,
    run_id: z.string().optional().describe('Default: the current run'),
    preview: z.boolean().default(true),
    skip_blocked: z.boolean().default(false).describe('Undo the rest if something is in the way'),
    logs: z.boolean().default(false).describe('Also delete log entries'),
    idempotency_key: Key,
  }),
  output: z.looseObject({
    preview: z.boolean(),
    undone: z.int(),
    blocked: z.array(z.looseObject({ code: z.string() })),
    left: z.int().describe('With preview false, call again until it is 0'),
  }),
  call: async ({ actor, ctx, run }, { plan_id, run_id, idempotency_key: _, ...options }) => {
    const planId = planIdOf(plan_id)
    const current = async () => actor.run_id && (await storedRunId(ctx.db, planId, actor.id, actor.run_id))
    const request = parse(undoApi.undo.body, { run_id: run_id ?? (await current()), ...options })
    const { user } = await getRun(ctx, planId, request.run_id ?? '')
    if (user.id !== actor.id) throw forbidden('You can only undo your own runs.')
    const { node_ids: _n, kinds, ...result } = await undo((command) => run(planId, command), planId, request)
    return { preview: options.preview, ...result, kinds }
  },
})
