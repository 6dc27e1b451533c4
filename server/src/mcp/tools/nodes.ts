import { NodeChanges, NodeMove, nodesApi } from '@cairn/contract/api/nodes'
import { z } from 'zod'
import { setAssignees } from '../../features/assignments/assignments.commands.ts'
import { moveNode } from '../../features/nodes/nodes.move.ts'
import { setNodeStatus } from '../../features/nodes/nodes.status.ts'
import { createTree } from '../../features/nodes/nodes.tree.ts'
import { editNode } from '../../features/nodes/nodes.update.ts'
import { Edges, Nodes, resolveEdges, treeOf } from '../drafts.ts'
import { NodeId, nodeIn, PlanId, planIdOf } from '../ids.ts'
import { membersIn } from '../members.ts'
import { Changed, ChangedNode, changedNode, Expected, Key, lineOf, NodeLine, Status, Type } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

const ADDED_MAX = 50

export const add_nodes = defineTool({
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

export const update_node = defineTool({
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
    assignees: z.array(z.string()).optional().describe('Ids or full names; replaces all'),
    expected_version: Expected,
    idempotency_key: Key,
  }),
  output: ChangedNode,
  call: ({ run }, { plan_id, node_id, assignees, idempotency_key: _, ...fields }) => {
    const planId = planIdOf(plan_id)
    const changes = parse(NodeChanges, fields)
    return run(planId, async (ctx) => {
      const nodeId = await nodeIn(ctx, planId, node_id)
      const node = changedNode(await editNode(ctx, planId, nodeId, changes))
      if (assignees === undefined) return { node }
      const user_ids = await membersIn(ctx, planId, assignees, { field: 'assignees' })
      const assigned = await setAssignees(ctx, planId, nodeId, parse(nodesApi.setAssignees.body, { user_ids }))
      return { node: { ...node, assignees: assigned.map(({ user_id }) => user_id) } }
    })
  },
})

export const set_status = defineTool({
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

export const move_node = defineTool({
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
