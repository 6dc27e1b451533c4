import type { TestApp } from './factory.ts'

const TABLES = [
  'nodes',
  'edges',
  'events',
  'collaborators',
  'invitations',
  'artifacts',
  'logs',
  'reactions',
  'log_mentions',
  'node_reads',
  'watches',
  'claims',
  'assignments',
  'favorites',
  'webhooks',
] as const

/** Every row of a plan, to prove that a refused call changes nothing. */
export async function readPlanRows({ store }: Pick<TestApp, 'store'>, planId: string) {
  const rows = TABLES.map((table) => store.reader.selectFrom(table).selectAll().where('plan_id', '=', planId).execute())
  return {
    plan: await store.reader.selectFrom('plans').selectAll().where('id', '=', planId).execute(),
    rows: await Promise.all(rows),
  }
}
