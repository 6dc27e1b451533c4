import type { Tool } from '../tool.ts'
import { adminTools } from './admin.ts'
import { claim_task, end_claim, list_claims, list_ready_tasks } from './claims.ts'
import { list_people } from './people.ts'
import { readTools } from './read.ts'
import { writeTools } from './write.ts'

/** In the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [
  ...readTools,
  list_ready_tasks,
  list_claims,
  list_people,
  ...writeTools,
  claim_task,
  end_claim,
  ...adminTools,
]
