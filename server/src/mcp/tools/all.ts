import type { Tool } from '../tool.ts'
import { adminTools } from './admin.ts'
import { read_artifact } from './artifacts.read.ts'
import { attach_artifact } from './artifacts.ts'
import { claim_task, end_claim, list_claims, list_ready_tasks } from './claims.ts'
import { link_nodes, unlink_nodes } from './edges.ts'
import { add_log, list_logs } from './logs.ts'
import { add_nodes, move_node, set_status, update_node } from './nodes.ts'
import { list_people } from './people.ts'
import { create_plan, update_plan } from './plans.ts'
import { readTools } from './read.ts'
import { undo_run } from './undo.ts'

/** In the order in which assistants see them. Each calls the same query or command as its REST endpoint. */
export const TOOLS: readonly Tool[] = [
  ...readTools,
  list_logs,
  read_artifact,
  list_ready_tasks,
  list_claims,
  list_people,
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
  claim_task,
  end_claim,
  ...adminTools,
]
