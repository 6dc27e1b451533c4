import { randomBytes } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Frozen in time: a migration imports nothing from the application and is never edited once released.
//
// What is in a plan has a key that begins with the plan: no row is found across plans, and a plan's rows lie together.
//
// Few b-trees per write: the event log and the logs are keyed by what they are read by, and there is no foreign key on
// `parent_id`, because subtrees go to the trash and are purged explicitly. Nor is there one from what hangs on a node to its plan:
// it goes with its node; nor from an event, whose revision is counted in the plan's row first. What expires has an index by time, so
// that it can be deleted in batches.
const TABLES = `
create table installation (id integer primary key check (id = 1), epoch text not null);
create table security_events (
  id text primary key, kind text not null, user_id text, plan_id text, actor_id text, credential_id text, address text,
  data text not null, created_at text not null
);
create index security_events_by_plan on security_events (plan_id, id) where plan_id is not null;
create index security_events_by_user on security_events (user_id, id) where user_id is not null;
create index security_events_by_time on security_events (created_at);
create table users (
  id text primary key, email text not null unique, name text not null, organization text, password_hash text not null,
  avatar_key text unique, avatar_file text, email_verified_at text, totp_secret text, totp_enabled_at text, totp_last_step integer,
  is_demo integer not null default 0, shares_seen_at text, created_at text not null, updated_at text not null, deleted_at text
);
create index users_by_avatar on users (avatar_file) where avatar_file is not null;
create table sessions (
  id text primary key, token_hash text not null unique, user_id text not null references users(id) on delete cascade,
  remember integer not null, user_agent text, ip text, created_at text not null, last_seen text not null, expires_at text not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create table one_time_tokens (
  token_hash text primary key, purpose text not null, user_id text not null references users(id) on delete cascade,
  data text not null, expires_at text not null
);
create index one_time_tokens_by_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);
create table known_devices (
  user_id text not null references users(id) on delete cascade, device_hash text not null,
  created_at text not null, last_seen text not null, primary key (user_id, device_hash)
);
create index known_devices_by_hash on known_devices (device_hash);
create table recovery_codes (
  user_id text not null references users(id) on delete cascade, code_hash text not null, primary key (user_id, code_hash)
);
create table api_tokens (
  id text primary key, user_id text not null references users(id) on delete cascade, name text not null,
  token_hash text not null unique, prefix text not null, permissions text not null, created_at text not null,
  last_used text, expires_at text
);
create index api_tokens_by_user on api_tokens (user_id);
create table attempts (
  key text not null, window_start text not null, count integer not null, primary key (key, window_start)
);
create index attempts_by_window on attempts (window_start);
create table idempotency_keys (
  user_id text not null references users(id) on delete cascade, route text not null, key text not null,
  body_hash text not null, status integer not null, reply text not null, created_at text not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create table plans (
  id text primary key, owner_id text not null references users(id), title text not null, description text,
  status text not null, revision integer not null default 0, version integer not null default 1,
  node_count integer not null default 0, completed_count integer not null default 0,
  in_progress_count integer not null default 0, blocked_count integer not null default 0,
  text_bytes integer not null default 0, search_text text not null, created_at text not null, updated_at text not null, deleted_at text
);
create index plans_by_owner on plans (owner_id);
create index plans_in_trash on plans (deleted_at) where deleted_at is not null;
create table collaborators (
  plan_id text not null references plans(id) on delete cascade, user_id text not null references users(id) on delete cascade,
  id text not null, role text not null, version integer not null default 1, created_at text not null,
  primary key (plan_id, user_id)
);
create index collaborators_by_user on collaborators (user_id);
create table favorites (
  plan_id text not null references plans(id) on delete cascade, user_id text not null references users(id) on delete cascade,
  primary key (plan_id, user_id)
);
create index favorites_by_user on favorites (user_id);
create table invitations (
  id text primary key, plan_id text not null references plans(id) on delete cascade, email text not null,
  role text not null, invited_by text not null references users(id) on delete cascade,
  version integer not null default 1, created_at text not null, expires_at text not null, unique (plan_id, email)
);
create index invitations_by_email on invitations (email);
create table nodes (
  plan_id text not null references plans(id) on delete cascade, id text not null, parent_id text, title text not null,
  node_type text not null, status text not null, order_index integer not null, description text, due_date text,
  acceptance_criteria text, context text, agent_instructions text, comment_count integer not null default 0,
  artifact_count integer not null default 0, metadata text not null, version integer not null default 1,
  search_text text not null, created_at text not null, updated_at text not null, deleted_at text, deleted_with text,
  deleted_by text, primary key (plan_id, id)
);
create index nodes_by_parent on nodes (plan_id, parent_id, order_index) where deleted_at is null;
create unique index nodes_root on nodes (plan_id) where node_type = 'root' and deleted_at is null;
create index nodes_in_trash on nodes (plan_id, deleted_with) where deleted_at is not null;
create index nodes_deleted_themselves on nodes (plan_id, deleted_at) where deleted_with = id;
create index nodes_by_due on nodes (plan_id, due_date) where due_date is not null and deleted_at is null and status <> 'completed';
create index nodes_by_trash_time on nodes (deleted_at) where deleted_at is not null;
create table assignments (
  plan_id text not null, id text not null, node_id text not null, user_id text not null references users(id) on delete cascade,
  assigned_by text not null, assigned_at text not null, primary key (plan_id, id), unique (plan_id, node_id, user_id),
  foreign key (plan_id, node_id) references nodes(plan_id, id) on delete cascade
);
create table edges (
  plan_id text not null, id text not null, source_id text not null, target_id text not null,
  kind text not null, version integer not null default 1, created_at text not null,
  primary key (plan_id, id), unique (plan_id, source_id, target_id, kind),
  foreign key (plan_id, source_id) references nodes(plan_id, id) on delete cascade,
  foreign key (plan_id, target_id) references nodes(plan_id, id) on delete cascade
);
create index edges_by_target on edges (plan_id, target_id);
create table logs (
  plan_id text not null, node_id text not null, id text not null, user_id text not null references users(id),
  content text not null, log_type text not null, tags text not null, metadata text not null,
  version integer not null default 1, search_text text not null, created_at text not null, updated_at text not null,
  primary key (plan_id, node_id, id),
  foreign key (plan_id, node_id) references nodes(plan_id, id) on delete cascade
);
create table artifacts (
  plan_id text not null, id text not null, node_id text not null, name text not null, content_type text not null,
  size integer, file_key text, url text, metadata text not null, created_by text not null references users(id),
  version integer not null default 1, search_text text not null, created_at text not null, primary key (plan_id, id),
  foreign key (plan_id, node_id) references nodes(plan_id, id) on delete cascade
);
create index artifacts_by_node on artifacts (plan_id, node_id, size);
create index artifacts_by_author on artifacts (created_by, size);
create index artifacts_by_file on artifacts (file_key);
create table orphan_files (file_key text primary key, since text not null, deleting_since text);
create table servers (
  id text primary key, version text not null, files_id text not null, secret_check text not null,
  clock_off_ms bigint not null, seen_at text not null
);
create table withdrawals (id text primary key, withdrawal text not null, at text not null);
create index withdrawals_by_time on withdrawals (at);
create table leases (name text primary key, holder text not null, until text not null);
create table request_counts (
  minute bigint not null, key text not null, server text not null, count integer not null, primary key (minute, key, server)
);
create table events (
  plan_id text not null, revision integer not null, id text not null,
  kind text not null, node_id text, node_title text, actor_id text not null, via text not null, run_id text,
  data text not null, created_at text not null, more text, primary key (plan_id, revision)
)CLUSTERED;
create index events_by_node on events (plan_id, node_id, revision) where node_id is not null;
`

const SEARCHED = ['plans', 'nodes', 'logs', 'artifacts']

const indexedText = (table: string) =>
  `old.search_text || ' ' || char(57345) || replace(old.${table === 'plans' ? 'id' : 'plan_id'}, '-', '')`

/**
 * FTS5 keeps only the index; the text stays in the table. What is indexed ends with a word for the row's plan, so that a search can stay
 * within some plans however many others have the words. FTS5 writes a segment at the end of every savepoint, which would triple the
 * cost of a command, so triggers only note which rows changed and what the index holds of them; search-index.ts follows in batches.
 */
const sqliteSearch = (table: string) => `
create virtual table ${table}_search using fts5 (
  search_text, content='', tokenize='ascii', detail='none', columnsize=0
);
create table ${table}_to_index (row integer primary key, indexed_text text);
create trigger ${table}_inserted after insert on ${table} begin
  insert or ignore into ${table}_to_index (row, indexed_text) values (new.rowid, null);
end;
create trigger ${table}_deleted after delete on ${table} begin
  insert or ignore into ${table}_to_index (row, indexed_text) values (old.rowid, ${indexedText(table)});
end;
create trigger ${table}_updated after update of search_text on ${table} when new.search_text <> old.search_text begin
  insert or ignore into ${table}_to_index (row, indexed_text) values (old.rowid, ${indexedText(table)});
end;
`

const postgresSearch = (table: string) => `
alter table ${table} add column search tsvector
  generated always as (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) stored;
create index ${table}_search on ${table} using gin (search);
`

/**
 * Rows of these tables change again and again: with room on its page a new version needs no new index entries, and what is dead is
 * cleared away before there is much of it.
 */
const POSTGRES_STORAGE = `
alter table plans set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
alter table nodes set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.05);
alter table one_time_tokens set (autovacuum_vacuum_scale_factor = 0.05);
alter table attempts set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
alter table request_counts set unlogged;
`

/** Compared by code point: the order of a language lives in the operating system, and an index is wrong when an update changes it. */
const byCodePoint = (tables: string) => tables.replaceAll(/ text\b(?! *\()/g, ' text collate "C"')

export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  // On SQLite the key of the log is the table itself: one b-tree instead of two.
  const tables = postgres
    ? byCodePoint(TABLES.replace('CLUSTERED', '')) + POSTGRES_STORAGE
    : TABLES.replace('CLUSTERED', ' without rowid')
  const text = tables + SEARCHED.map(postgres ? postgresSearch : sqliteSearch).join('')
  // A trigger holds semicolons of its own; a statement ends where the next one begins.
  for (const statement of text.split(/\n(?=create |alter )/)) if (statement.trim()) await sql.raw(statement).execute(db)
  await sql`insert into installation (id, epoch) values (1, ${randomBytes(9).toString('base64url')})`.execute(db)
}
