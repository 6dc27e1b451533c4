// Tools that change plans. Each calls the same command as its REST endpoint.

import { NewLink } from '@cairn/contract/api/artifacts'
import { isStorable } from '@cairn/contract/api/common'
import { EDGE_KINDS, edgesApi } from '@cairn/contract/api/edges'
import { LOG_TYPES, NewLog } from '@cairn/contract/api/logs'
import { NodeChanges, NodeMove } from '@cairn/contract/api/nodes'
import { PLAN_STATUSES, plansApi } from '@cairn/contract/api/plans'
import { undoApi } from '@cairn/contract/api/undo'
import { z } from 'zod'
import { forbidden, invalid, notFound } from '../../base/errors.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { storedRunId } from '../../core/run-ids.ts'
import { getRun } from '../../features/activity/activity.runs.ts'
import { addLink, addUpload, storeText } from '../../features/artifacts/artifacts.commands.ts'
import { createEdge, removeEdge } from '../../features/edges/edges.commands.ts'
import { readEdgesOfNode } from '../../features/edges/edges.queries.ts'
import { addLog } from '../../features/logs/logs.commands.ts'
import { moveNode } from '../../features/nodes/nodes.move.ts'
import { setNodeStatus } from '../../features/nodes/nodes.status.ts'
import { createTree } from '../../features/nodes/nodes.tree.ts'
import { editNode } from '../../features/nodes/nodes.update.ts'
import { createPlan, editPlan } from '../../features/plans/plans.commands.ts'
import { getPlan } from '../../features/plans/plans.queries.ts'
import { undo } from '../../features/undo/undo.ts'
import { Edges, LooseNodes, Nodes, planOfMarkdown, planTreeOf, resolveEdges, treeOf } from '../drafts.ts'
import { logIn, NodeId, nodeIdOf, nodeIn, PlanId, planIdOf } from '../ids.ts'
import { withMentions } from '../mentions.ts'
import { ChangedNode, changedNode, Expected, Key, lineOf, NodeLine, planUrl, Status, Type } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

const ADDED_MAX = 50

const Changed = { change: z.int().nullable(), revision: z.int().nullable() }

const create_plan = defineTool({
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
    const tree = read.nodes.length === 0 ? null : planTreeOf(draft.title, { nodes: read.nodes, edges })
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

const add_nodes = defineTool({
  name: 'add_nodes',
  title: 'Add nodes',
  description: `Add up to ${ADDED_MAX} nodes as a nested outline, with edges between them or to existing nodes: all or nothing.`,
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    plan_id: PlanId,
    parent_id: NodeId.optional().describe('Default: the root'),
    nodes: Nodes,
    edges: Edges.optional(),
    idempotency_key: Key,
  }),
  output: z.looseObject({ nodes: z.array(NodeLine), refs: z.record(z.string(), z.string()), ...Changed }),
  call: ({ run }, { plan_id, parent_id, nodes, edges }) => {
    const planId = planIdOf(plan_id)
    const tree = treeOf({ nodes, edges, max: ADDED_MAX })
    return run(planId, async (ctx) => {
      const parent = parent_id === undefined ? undefined : await nodeIn(ctx, planId, parent_id, 'parent_id')
      const added = await createTree(ctx, planId, { ...(await resolveEdges(ctx, planId, tree)), parent_id: parent })
      return {
        nodes: added.nodes.map((node) => ({ ...lineOf(node), version: node.version })),
        edges: added.edges.map(({ id }) => id),
        refs: added.refs,
      }
    })
  },
})

const update_node = defineTool({
  name: 'update_node',
  title: 'Update node',
  description: 'Change fields of a node. Absent fields stay, null clears. A text is replaced as a whole.',
  scope: 'write',
  hints: { read: false, destructive: true, idempotent: true },
  input: z.strictObject({
    plan_id: PlanId,
    node_id: NodeId,
    title: z.string().optional(),
    node_type: Type.optional(),
    due_date: z.string().nullish(),
    description: z.string().nullish(),
    acceptance_criteria: z.string().nullish().describe('Lines "[ ] …" or "[x] …"'),
    context: z.string().nullish(),
    agent_instructions: z.string().nullish(),
    expected_version: Expected,
    idempotency_key: Key,
  }),
  output: ChangedNode,
  call: ({ run }, { plan_id, node_id, idempotency_key: _, ...fields }) => {
    const planId = planIdOf(plan_id)
    const changes = parse(NodeChanges, fields)
    return run(planId, async (ctx) => ({
      node: changedNode(await editNode(ctx, planId, await nodeIn(ctx, planId, node_id), changes)),
    }))
  },
})

const update_plan = defineTool({
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

const set_status = defineTool({
  name: 'set_status',
  title: 'Set status',
  description: 'Set the status of a node. Answers which other tasks became ready.',
  scope: 'write',
  hints: { read: false, idempotent: true },
  input: z.strictObject({
    plan_id: PlanId,
    node_id: NodeId,
    status: Status,
    expected_version: Expected,
    idempotency_key: Key,
  }),
  output: ChangedNode.extend({ unblocked: z.array(NodeLine) }),
  call: ({ run }, { plan_id, node_id, status, expected_version }) => {
    const planId = planIdOf(plan_id)
    return run(planId, async (ctx) => {
      const nodeId = await nodeIn(ctx, planId, node_id)
      const node = await setNodeStatus(ctx, { planId, nodeId, status, expected_version })
      return { node: changedNode(node), unblocked: (node.unblocked ?? []).map(lineOf) }
    })
  },
})

const move_node = defineTool({
  name: 'move_node',
  title: 'Move node',
  description: 'Move a node, with everything below it, to a parent and a position. Default: last.',
  scope: 'write',
  hints: { read: false, idempotent: true },
  input: z.strictObject({
    plan_id: PlanId,
    node_id: NodeId,
    parent_id: NodeId.nullish().describe('null: the top level. Absent: the same parent'),
    position: z.int().min(0).optional(),
    expected_version: Expected,
    idempotency_key: Key,
  }),
  output: ChangedNode,
  call: ({ run }, { plan_id, node_id, parent_id, position, expected_version }) => {
    const planId = planIdOf(plan_id)
    return run(planId, async (ctx) => {
      const nodeId = await nodeIn(ctx, planId, node_id)
      const parent = parent_id ? await nodeIn(ctx, planId, parent_id, 'parent_id') : parent_id
      const move = parse(NodeMove, { parent_id: parent, order_index: position, expected_version })
      return { node: changedNode(await moveNode(ctx, { planId, nodeId, ...move })) }
    })
  },
})

const Kind = z.enum(EDGE_KINDS)

const link_nodes = defineTool({
  name: 'link_nodes',
  title: 'Link nodes',
  description: 'Link two nodes. A dependency means that source must finish before target; it cannot close a cycle.',
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    plan_id: PlanId,
    source: NodeId,
    target: NodeId,
    kind: Kind.default('dependency'),
    idempotency_key: Key,
  }),
  output: z.looseObject({ edge_id: z.string(), ...Changed }),
  call: ({ run }, { plan_id, source, target, kind }) => {
    const planId = planIdOf(plan_id)
    return run(planId, async (ctx) => {
      const ends = {
        source_id: await nodeIn(ctx, planId, source, 'source'),
        target_id: await nodeIn(ctx, planId, target, 'target'),
      }
      if (ends.source_id === ends.target_id) throw invalid('target', 'target must be another node than source')
      const { id } = await createEdge(ctx, planId, parse(edgesApi.create.body, { ...ends, kind }))
      return { edge_id: id }
    })
  },
})

const unlink_nodes = defineTool({
  name: 'unlink_nodes',
  title: 'Unlink nodes',
  description: 'Remove the link of a kind between two nodes.',
  scope: 'write',
  hints: { read: false, destructive: true },
  input: z.strictObject({
    plan_id: PlanId,
    source: NodeId,
    target: NodeId,
    kind: Kind.default('dependency'),
    idempotency_key: Key,
  }),
  output: z.looseObject({ edge_id: z.string(), ...Changed }),
  call: ({ run }, { plan_id, source, target, kind }) => {
    const planId = planIdOf(plan_id)
    return run(planId, async (ctx) => {
      await requireAccess(ctx, planId, 'plan.edit')
      const from = await nodeIn(ctx, planId, source, 'source')
      const to = await nodeIn(ctx, planId, target, 'target')
      const edges = await readEdgesOfNode(ctx, planId, from)
      const edge = edges.find((one) => one.source_id === from && one.target_id === to && one.kind === kind)
      if (!edge) throw notFound('Edge')
      await removeEdge(ctx, planId, edge.id)
      return { edge_id: edge.id }
    })
  },
})

const add_log = defineTool({
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

const attach_artifact = defineTool({
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

const undo_run = defineTool({
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

export const writeTools = [
  create_plan,
  update_plan,
  add_nodes,
  update_node,
  set_status,
  move_node,
  link_nodes,
  unlink_nodes,
  add_log,
  attach_artifact,
  undo_run,
]
