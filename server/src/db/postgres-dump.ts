// A PostgreSQL database as one file, by PostgreSQL's own tools, which are more complete than any copy of ours.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { OperatorError } from '../base/errors.ts'
import { LIST_FILES } from './sqlite-copy.ts'
import { UNFINISHED_RESTORE } from './unfinished-restore.ts'

/** Writes the dump to `to` and returns the keys of all files that a row in it refers to. Needs pg_dump. */
export async function dumpDatabase(url: string, to: string): Promise<string[]> {
  const client = await connect(url)
  try {
    // The dump and the list of files are of the same moment.
    await client.query('begin transaction isolation level repeatable read, read only')
    const { rows: keys } = await client.query<{ key: string }>(LIST_FILES)
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const options = [`--snapshot=${rows[0]?.snapshot}`, `--exclude-table=${UNFINISHED_RESTORE}`, `--file=${to}`]
    await runTool('pg_dump', url, ['--format=custom', ...options])
    return keys.map(({ key }) => key)
  } finally {
    await client.end()
  }
}

/** Throws `OperatorError` while others are connected, or if there are accounts and `force` is not set. */
export async function requireFreeDatabase(url: string, force: boolean): Promise<void> {
  const client = await connect(url)
  try {
    const { rows: others } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (others.length > 0)
      throw new OperatorError('The database is in use. Stop every server that uses it before restoring a backup.')
    const { rows: tables } = await client.query<{ users: string | null }>(`select to_regclass('users') as users`)
    if (force || tables[0]?.users === null) return
    const { rows: accounts } = await client.query('select 1 from users limit 1')
    if (accounts.length > 0)
      throw new OperatorError('The database is not empty. Use --force to replace everything in it.')
  } finally {
    await client.end()
  }
}

/** Replaces what the dump holds, all or nothing. Needs pg_restore. */
export const restoreDump = (url: string, dump: string): Promise<void> =>
  runTool('pg_restore', url, ['--clean', '--if-exists', '--single-transaction', '--exit-on-error', dump])

export type PostgresClient = pg.Client

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new OperatorError(`Cannot connect to the database: ${(error as Error).message}`)
  }
}

/** The password goes through the environment, because every user of the machine can read arguments. */
async function runTool(tool: 'pg_dump' | 'pg_restore', url: string, args: string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(tool, [`--dbname=${address}`, '--no-owner', '--no-privileges', ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [code, said] = await Promise.all([ended(child, tool), text(child.stderr)])
  if (code !== 0) throw new OperatorError(`${tool} failed: ${said.trim().split('\n').at(-1)}`)
}

const ended = (child: ReturnType<typeof spawn>, tool: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT' ? new OperatorError(`${tool} not found. Install the PostgreSQL client tools.`) : error,
      ),
    )
  })
