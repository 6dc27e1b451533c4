import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.

const words = (row: string) => `array_to_tsvector(array_remove(string_to_array(${row}.search_text, ' '), ''))`
const trigger = (name: string, when: string, body: string) => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
  `create trigger ${name} after ${when} execute function ${name}()`,
]

/** No foreign key: the triggers keep it, and a check would read the node again for every new one. */
const STATEMENTS = [
  'drop index nodes_search',
  `create table nodes_search (
    plan_id text collate "C" not null, id text collate "C" not null, search tsvector not null, primary key (plan_id, id)
  )`,
  `insert into nodes_search select plan_id, id, ${words('nodes')} from nodes`,
  'create index nodes_search_words on nodes_search using gin (search)',
  'alter table nodes drop column search',
  ...trigger(
    'nodes_search_insert',
    'insert on nodes for each row',
    `insert into nodes_search values (new.plan_id, new.id, ${words('new')})`,
  ),
  ...trigger(
    'nodes_search_update',
    'update of search_text on nodes for each row when (new.search_text <> old.search_text)',
    `update nodes_search set search = ${words('new')} where plan_id = new.plan_id and id = new.id`,
  ),
  ...trigger(
    'nodes_search_delete',
    'delete on nodes for each row',
    'delete from nodes_search where plan_id = old.plan_id and id = old.id',
  ),
]

/**
 * On PostgreSQL the words of nodes get a table of their own, as on SQLite: a row that moves or goes to the trash gets new
 * index entries, and those of its words cost more than everything else.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
