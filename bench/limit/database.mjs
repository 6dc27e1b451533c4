// The tables and statements of the baseline server: one row for the item, one activity row beside it.
import { DatabaseSync } from './packages.mjs'

const TABLES = `
  create table if not exists users (id text primary key, email text not null unique, name text not null) without rowid;
  create table if not exists sessions (token_hash blob primary key, user_id text not null) without rowid;
  create table if not exists plans (
    id text primary key, owner_id text not null, title text not null, description text not null, status text not null,
    created_at text not null, updated_at text not null
  ) without rowid;
  create index if not exists plans_of_owner on plans (owner_id, updated_at);
  create table if not exists nodes (
    seq integer primary key, id text not null unique, plan_id text not null, parent_id text, title text not null,
    node_type text not null, status text not null, order_index integer not null, created_at text not null, updated_at text not null
  );
  create index if not exists nodes_of_plan on nodes (plan_id);
  create index if not exists nodes_of_parent on nodes (parent_id, order_index);
  create table if not exists activity (
    seq integer primary key, plan_id text not null, node_id text not null, user_id text not null, kind text not null,
    content text not null, created_at text not null
  );
`

const STATEMENTS = {
  addUser: 'insert into users (id, email, name) values (?, ?, ?)',
  addSession: 'insert into sessions (token_hash, user_id) values (?, ?)',
  sessionUser: 'select user_id from sessions where token_hash = ?',
  addPlan:
    'insert into plans (id, owner_id, title, description, status, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
  planOwner: 'select owner_id from plans where id = ?',
  listPlans: `select id, title, description, status, owner_id, created_at, updated_at,
      (select count(*) from nodes where plan_id = plans.id) as node_count,
      (select count(*) from nodes where plan_id = plans.id and status = 'completed') as completed_count
    from plans where owner_id = ? order by updated_at desc limit ?`,
  nextIndex: 'select coalesce(max(order_index) + 1, 0) as next from nodes where plan_id = ? and parent_id is ?',
  addNode: `insert into nodes (id, plan_id, parent_id, title, node_type, status, order_index, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  node: `select id, parent_id, title, node_type, status, order_index, created_at, updated_at
    from nodes where id = ? and plan_id = ?`,
  setStatus: 'update nodes set status = ?, updated_at = ? where id = ? and plan_id = ?',
  listNodes: `select id, parent_id, title, node_type, status, order_index, created_at, updated_at
    from nodes where plan_id = ? order by seq`,
  addActivity: 'insert into activity (plan_id, node_id, user_id, kind, content, created_at) values (?, ?, ?, ?, ?, ?)',
}

/** Opens or creates the file with the product's durability: WAL, and every commit is on disk when it returns. */
export function openDatabase(path) {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536')
  db.exec(TABLES)
  const statements = Object.fromEntries(Object.entries(STATEMENTS).map(([name, sql]) => [name, db.prepare(sql)]))
  return { db, statements }
}
