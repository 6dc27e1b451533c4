import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

/** The app or token that wrote a log entry, which only its event named. */
export async function up(db: Kysely<never>): Promise<void> {
  const [text, id] =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? // PostgreSQL refuses JSON with half of a surrogate pair, at which long texts may have been cut.
        [
          'text collate "C"',
          String.raw`regexp_replace(events.data, '\\u[dD][89a-fA-F]..', '\\ufffd', 'g')::json #>> '{after,id}'`,
        ]
      : ['text', `json_extract(events.data, '$.after.id')`]
  for (const statement of [
    `alter table logs add column via ${text} not null default '{"kind":"session"}'`,
    `update logs set via = events.via from events
      where events.kind = 'log.added' and events.via not like '{"kind":"session"%'
        and logs.plan_id = events.plan_id and logs.node_id = events.node_id and logs.id = ${id}`,
  ])
    await sql.raw(statement).execute(db)
}
