// How SQLite finds the rows of queries for which more than one index or order of tables fits.
import { type CompiledQuery, Kysely, type QueryResult } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { findNewestEventId, listTouchedSince } from '../core/event-log.repo.ts'
import { findFirstOfRun } from '../core/runs.repo.ts'
import { listNodeEvents, listPlanEvents } from '../features/activity/activity.repo.ts'
import { listRunEvents } from '../features/activity/activity.runs.repo.ts'
import { listLogRows } from '../features/logs/logs.repo.ts'
import { trashSubtrees } from '../features/nodes/nodes.trash.repo.ts'
import { listFilesAfter, listLogsAfter } from '../features/transfer/export.repo.ts'
import { listRun } from '../features/undo/undo.repo.ts'
import { databaseFile } from './open.ts'
import type { Db, Tables, Tx } from './schema.ts'
import { entriesUpTo } from './search-index.ts'
import { openReader, SqliteConnection, sqliteDialect } from './sqlite.ts'

/** Runs queries and keeps how SQLite does it. */
class ExplainingConnection extends SqliteConnection {
  readonly steps: string[] = []
  override run<R>(sql: string, parameters: CompiledQuery['parameters']): QueryResult<R> {
    const { rows } = super.run<{ detail: string }>(`explain query plan ${sql}`, parameters)
    this.steps.push(...rows.map(({ detail }) => detail))
    return super.run<R>(sql, parameters)
  }
}

/** The steps in which SQLite runs the queries of a function. */
async function stepsOf(run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { dataDir } = await testApp()
  const connection = new ExplainingConnection(openReader(databaseFile(dataDir)).file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  await run(db)
  await db.destroy()
  return connection.steps
}

const BY_RUN = 'SEARCH events USING INDEX events_by_run (plan_id=? AND run_id=?)'
const USER = 'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)'
const NODE = 'SEARCH nodes USING INDEX sqlite_autoindex_nodes_1 (plan_id=? AND id=?)'
const PAGE = { offset: 0, limit: 100 }

it.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  ['the first change of a run', (db) => findFirstOfRun(db, { plan_id: 'p', run_id: 'r' }), [BY_RUN]],
  ['a run, newest first', (db) => listRun(db, 'p', 'r', 100), [BY_RUN]],
  [
    'the events of a run after a revision',
    (db) => listRunEvents(db, 'p', 'r', { after: 5, limit: 100 }),
    ['SEARCH events USING INDEX events_by_run (plan_id=? AND run_id=? AND revision>?)', USER],
  ],
  [
    'the activity of a node',
    (db) => listNodeEvents(db, { plan_id: 'p', node_id: 'n', ...PAGE }),
    ['SEARCH events USING INDEX events_by_node (plan_id=? AND node_id=?)', USER],
  ],
  [
    'the activity of a node before a revision',
    (db) => listNodeEvents(db, { plan_id: 'p', node_id: 'n', before: 5, ...PAGE }),
    ['SEARCH events USING INDEX events_by_node (plan_id=? AND node_id=? AND revision<?)', USER],
  ],
  [
    'the activity of a plan',
    (db) => listPlanEvents(db, 'p', { upTo: 5, limit: 100 }),
    ['SEARCH events USING PRIMARY KEY (plan_id=? AND revision<?)', USER],
  ],
  [
    'what has changed since a revision',
    (db) => listTouchedSince(db, 'p', 5, 100),
    ['SEARCH events USING PRIMARY KEY (plan_id=? AND revision>?)'],
  ],
  [
    'the newest event of all plans, by the current revisions of the plans',
    findNewestEventId,
    ['SEARCH plans', 'SEARCH events USING PRIMARY KEY (plan_id=? AND revision=?)'],
  ],
  [
    'the log entries of a node',
    (db) => listLogRows(db, 'p', 'n', { after: 'l', limit: 100 }),
    ['SEARCH logs USING INDEX sqlite_autoindex_logs_1 (plan_id=? AND node_id=? AND id<?)', USER],
  ],
  [
    'the first log entries of an export',
    (db) => listLogsAfter(db, 'p', null, 100),
    ['SEARCH logs USING INDEX sqlite_autoindex_logs_1 (plan_id=?)', NODE, USER],
  ],
  [
    'more log entries of an export',
    (db) => listLogsAfter(db, 'p', { node_id: 'n', id: 'l' }, 100),
    ['SEARCH logs USING INDEX sqlite_autoindex_logs_1 (plan_id=? AND (node_id,id)>(?,?))', NODE, USER],
  ],
  [
    'more files of an export',
    (db) => listFilesAfter(db, 'p', 'f', 100),
    ['SEARCH artifacts USING INDEX sqlite_autoindex_artifacts_1 (plan_id=? AND id>?)', NODE, USER],
  ],
  [
    'the nodes of a subtree that goes to the trash',
    (db) => trashSubtrees(db as Tx, 'p', ['n'], { now: '', by: 'u' }),
    [
      'CO-ROUTINE below',
      'SETUP',
      'SEARCH nodes USING INDEX sqlite_autoindex_nodes_1 (plan_id=? AND id=?)',
      'LIST SUBQUERY 1',
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
      'RECURSIVE STEP',
      'SCAN below',
      'SEARCH nodes USING INDEX nodes_by_parent (plan_id=? AND parent_id=?)',
      'SCAN below',
      NODE,
    ],
  ],
  [
    'what the full-text index adds',
    (db) => entriesUpTo('logs', 100).execute(db),
    ['SEARCH noted USING INTEGER PRIMARY KEY (rowid<?)', 'SEARCH source USING INTEGER PRIMARY KEY (rowid=?)'],
  ],
])('reads only the rows it needs, in their order: %s', async (_, run, steps) => {
  expect(await stepsOf(run)).toEqual(steps)
})
