import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { nodesApi } from '@cairn/contract/api/nodes'
import { nodeTreeApi } from '@cairn/contract/api/nodeTree'
import type { Router } from '../../http/router.ts'
import { changeManyNodes } from './nodes.bulk.ts'
import { createNode } from './nodes.create.ts'
import { duplicateNode } from './nodes.duplicate.ts'
import { moveNode } from './nodes.move.ts'
import { getAncestry, getNode } from './nodes.queries.ts'
import { restoreNode } from './nodes.restore.ts'
import { setNodeStatus } from './nodes.status.ts'
import { deleteNode } from './nodes.trash.ts'
import { createTree } from './nodes.tree.ts'
import { editNode } from './nodes.update.ts'

/** HTTP routes of nodes. Paths, shapes and docs are in the contract; rules are in the commands. */
export function nodesRoutes({ route }: Router): void {
  route(nodesApi.get, (ctx, { params }) => getNode(ctx, params.planId, params.nodeId))
  route(nodesApi.ancestry, (ctx, { params }) => getAncestry(ctx, params.planId, params.nodeId))
  route(nodesApi.create, (ctx, { params, body }) => createNode(ctx, params.planId, body))
  route(nodeTreeApi.createTree, (ctx, { params, body }) => createTree(ctx, params.planId, body))
  route(nodeBulkApi.bulk, (ctx, { params, body }) => changeManyNodes(ctx, params.planId, body))
  route(nodesApi.update, (ctx, { params, body }) => editNode(ctx, params.planId, params.nodeId, body))
  route(nodesApi.setStatus, (ctx, { params, body }) => setNodeStatus(ctx, { ...params, ...body }))
  route(nodesApi.move, (ctx, { params, body }) => moveNode(ctx, { ...params, ...body }))
  route(nodesApi.duplicate, (ctx, { params, body }) =>
    duplicateNode(ctx, params.planId, params.nodeId, body?.expected_version),
  )
  route(nodesApi.delete, (ctx, { params, body }) =>
    deleteNode(ctx, params.planId, params.nodeId, body?.expected_version),
  )
  route(nodesApi.restore, (ctx, { params, body }) =>
    restoreNode(ctx, params.planId, params.nodeId, body?.expected_version),
  )
}
