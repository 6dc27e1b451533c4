import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

/** Who wrote the instructions of a node in a browser, and an index of decisions. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`
  await sql`alter table nodes add column instructions_by ${text}`.execute(db)
  await sql`create index logs_decisions on logs (plan_id, node_id, id)
    where log_type = 'decision' and deleted_at is null`.execute(db)
  // A created node may be an import, so only the latest change counts, and only one made in a browser.
  await sql`update nodes set instructions_by = (
      select case when kind = 'node.updated' and undoes is null and via = '{"kind":"session"}' then actor_id end
      from events
      where events.plan_id = nodes.plan_id and events.node_id = nodes.id and kind in ('node.created', 'node.updated')
        and data like '%"agent_instructions":%'
      order by revision desc limit 1
    ) where agent_instructions is not null`.execute(db)
}
