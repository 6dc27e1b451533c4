import { PLAN_STATUSES, plansApi } from '@cairn/contract/api/plans'
import { z } from 'zod'
import { invalid } from '../../base/errors.ts'
import { createTree } from '../../features/nodes/nodes.tree.ts'
import { createPlan, editPlan } from '../../features/plans/plans.commands.ts'
import { getPlan } from '../../features/plans/plans.queries.ts'
import { Edges, LooseNodes, planOfMarkdown, planTreeOf } from '../drafts.ts'
import { PlanId, planIdOf } from '../ids.ts'
import { Changed, Key, planUrl } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

export const create_plan = defineTool({
  name: 'create_plan',
  title: 'Create plan',
  description:
    'Create a plan, empty or with nodes: as a Markdown outline ("# Title of the plan", "- [ ] Title", indented by two spaces for children, "> " lines below for the description, headings become phases) or as nodes like those of add_nodes. At most 500 nodes with the root.',
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    title: z.string().optional().describe('Default: the "# " heading of the outline'),
    description: z.string().optional(),
    status: plansApi.create.body.shape.status.describe('draft, active, completed or archived'),
    outline: z.string().optional(),
    nodes: LooseNodes.optional(),
    edges: Edges.optional(),
    idempotency_key: Key,
  }),
  output: z.object({
    plan: z.looseObject({ id: z.string(), title: z.string(), revision: z.int() }),
    refs: z.record(z.string(), z.string()),
    url: z.string(),
  }),
  call: async ({ app, run }, { title, description, status, outline, nodes, edges }) => {
    if (outline !== undefined && nodes !== undefined) throw invalid('nodes', 'Provide outline or nodes, not both')
    const none = { title: null, description: null, nodes: nodes ?? [] }
    const read = outline === undefined ? none : planOfMarkdown(outline)
    if (edges?.length && read.nodes.length === 0) throw invalid('edges', 'edges must come with nodes')
    const { template: _, ...draft } = parse(plansApi.create.body, {
      title: title ?? read.title,
      description: description ?? read.description,
      status,
    })
    const tree = read.nodes.length === 0 ? null : planTreeOf(read.title ?? draft.title, { nodes: read.nodes, edges })
    const created = await run(undefined, async (ctx) => {
      const { id } = await createPlan(ctx, draft)
      const { refs } = tree ? await createTree(ctx, id, tree) : { refs: {} }
      const { title, status, node_count, revision } = await getPlan(ctx, id)
      return { plan: { id, title, status, node_count, revision }, refs }
    })
    const { plan, refs } = created
    return { plan, refs, url: planUrl(app.publicUrl(), plan.id) }
  },
})

export const update_plan = defineTool({
  name: 'update_plan',
  title: 'Update plan',
  description: 'Change title, description or status of a plan. Absent fields stay, null clears.',
  scope: 'write',
  hints: { read: false, destructive: true, idempotent: true },
  input: z.strictObject({
    plan_id: PlanId,
    title: z.string().optional(),
    description: z.string().nullish(),
    status: z.enum(PLAN_STATUSES).optional(),
    expected_version: z.int().optional(),
    idempotency_key: Key,
  }),
  output: z.looseObject({ plan: z.looseObject({ id: z.string(), version: z.int() }), ...Changed }),
  call: ({ run }, { plan_id, idempotency_key: _, ...fields }) => {
    const planId = planIdOf(plan_id)
    const changes = parse(plansApi.update.body, fields)
    return run(planId, async (ctx) => {
      const { id, title, description, status, version } = await editPlan(ctx, planId, changes)
      return { plan: { id, title, description, status, version } }
    })
  },
})
