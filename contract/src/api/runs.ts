// Runs: what an agent changed in a plan under one run id (header `X-Run-Id`).
import { z } from 'zod'
import { EVENT_KINDS } from '../rules/replay.ts'
import { ActivityItem } from './activity.ts'
import { type Api, Cursor, Id, limitQuery, Person, REVISION_MAX, RunId, Timestamp } from './common.ts'
import { PlanParams } from './plans.ts'

export const RUNS_PAGE_SIZE = 20
export const RUN_CHANGES_PAGE_SIZE = 50

export const Run = z.object({
  run_id: z.string(),
  plan_id: Id,
  user: Person.describe('The person it acted for'),
  via: ActivityItem.shape.via,
  started_at: Timestamp.describe('The first change'),
  ended_at: Timestamp.describe('The latest change'),
  changes: z.int().describe('Calls that changed something in this plan'),
  events: z.int().describe('Entries in the activity of this plan'),
})
export type Run = z.infer<typeof Run>

const RunDetail = Run.extend({
  calls: z.int().describe('API calls with this run id in all plans, those that only read included'),
  nodes: z.int().describe('Nodes that it created or changed'),
  kinds: z.partialRecord(z.enum(EVENT_KINDS), z.int()).describe('How many entries of each kind'),
  undoable: z.int().describe('Entries that undo takes back; it leaves claims, reactions and log entries alone'),
  undone: z.int().describe('Entries that have been undone since'),
})
export type RunDetail = z.infer<typeof RunDetail>

const RunChange = ActivityItem.extend({
  change: z.int().describe('The change that it belongs to; undo takes it'),
  undoable: z.boolean().describe('Whether undo takes it back; it leaves claims, reactions and log entries alone'),
  undone: z.boolean(),
})
export type RunChange = z.infer<typeof RunChange>

const TextChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type TextChange = z.infer<typeof TextChange>

const RunParams = PlanParams.extend({ runId: RunId })

export const runsApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/runs',
    summary: 'The runs of agents in a plan, the latest first',
    access: 'plan.read',
    params: PlanParams,
    query: z.strictObject({ limit: limitQuery(RUNS_PAGE_SIZE), cursor: Cursor }),
    reply: z.object({ runs: z.array(Run) }),
    reply_headers: ['Link'],
  },
  get: {
    method: 'GET',
    path: '/plans/:planId/runs/:runId',
    summary: 'One run: who, how long, how much',
    access: 'plan.read',
    params: RunParams,
    reply: RunDetail,
  },
  changes: {
    method: 'GET',
    path: '/plans/:planId/runs/:runId/changes',
    summary: 'What a run did, in order',
    access: 'plan.read',
    params: RunParams,
    query: z.strictObject({ limit: limitQuery(RUN_CHANGES_PAGE_SIZE), cursor: Cursor }),
    reply: z.object({ changes: z.array(RunChange) }),
    reply_headers: ['Link'],
  },
  texts: {
    method: 'GET',
    path: '/plans/:planId/runs/:runId/changes/:revision/texts',
    summary: 'The complete long texts before and after an entry of a run',
    access: 'plan.read',
    params: RunParams.extend({ revision: z.coerce.number().int().min(1).max(REVISION_MAX) }),
    reply: z.object({ texts: z.array(TextChange) }),
  },
} as const satisfies Api
