// Group commit on PostgreSQL. Commands that wait for the same plan would each pay for a synced commit of their own, one after the other:
// they share one transaction, each in its own savepoint, and every caller is answered after the commit. Plans do not wait for each other.
import pg from 'pg'
import { overloaded } from '../core/errors.ts'
import type { Work, Write } from '../core/write-queue.ts'
import { CommandHandle, handleProps } from './command-handle.ts'
import { codeOf, IDLE_TOO_LONG, Unavailable } from './outage.ts'
import { notePlanLock } from './plan-lock.ts'
import { PostgresConnection, postgresDialect } from './postgres.ts'
import type { Pool } from './postgres-pool.ts'

/** No more commands join beyond either: those who are first have waited long enough. */
const GROUP_MAX = 50
const GROUP_MS = 20
/** Commands that wait, for all plans together; beyond it the server is overloaded, and says so at once. */
const WAITING_MAX = 2_000
/** A command that waits for the outside world cannot be told from one that waits for PostgreSQL, so PostgreSQL ends it. */
const IDLE_MAX = '2s'
/** Serialization failure and deadlock: the transaction did nothing and may simply run again. */
const RETRIED = new Set(['40001', '40P01'])
const ATTEMPTS_MAX = 3
const SAVEPOINT = 'savepoint command'
const NEXT_SAVEPOINT = 'release savepoint command; savepoint command'
const ROLLBACK_TO_SAVEPOINT = 'rollback to savepoint command'
const UNCERTAIN = 'The connection to the database broke at the last moment. It is not known whether this was saved.'

interface Job {
  work: Work<unknown>
  attempts: number
  resolve(value: unknown): void
  reject(error: unknown): void
}
/** Commands of one plan, or a single command of none. */
interface Lane {
  planId: string | null
  waiting: Job[]
}
interface Done {
  job: Job
  answer(): void
}

export function createPostgresQueue(pool: Pool): { write: Write } {
  const props = handleProps(postgresDialect(pool, { rereads: false }))
  const lanes = new Map<string, Lane>()
  let waiting = 0

  async function run(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      try {
        const connection = new PostgresConnection(await pool.connect(), pool, { rereads: false })
        await runGroup(lane, connection).finally(() => connection.release())
      } catch (error) {
        // There is no connection to be had.
        for (const job of lane.waiting.splice(0)) job.reject(error)
      }
    }
    if (lane.planId !== null) lanes.delete(lane.planId)
  }

  async function runGroup(lane: Lane, connection: PostgresConnection): Promise<void> {
    const group: Done[] = []
    const until = performance.now() + GROUP_MS
    /** The group is lost and was surely not committed. */
    const again = (error: unknown, jobs: Job[]) => {
      const retried = jobs.filter((job) => ++job.attempts < ATTEMPTS_MAX)
      for (const job of jobs) if (!retried.includes(job)) job.reject(error)
      lane.waiting.unshift(...retried)
    }
    let hasSavepoint = false
    while (group.length < GROUP_MAX && (group.length === 0 || performance.now() < until)) {
      const job = lane.waiting.shift()
      if (!job) break
      const isFirst = group.length === 0
      const opened = connection.exec(isFirst ? beginOf(lane) : hasSavepoint ? NEXT_SAVEPOINT : SAVEPOINT)
      hasSavepoint = !isFirst
      try {
        const value = await runCommand(lane, connection, job, opened)
        group.push({ job, answer: () => job.resolve(value) })
      } catch (error) {
        const undone = await undo(connection, isFirst, error)
        if (undone) return again(undone, [...group.map((done) => done.job), job])
        if (RETRIED.has(codeOf(error))) {
          again(error, [job])
          break
        }
        if (isFirst) job.reject(error)
        else group.push({ job, answer: () => job.reject(error) })
      }
    }
    if (group.length > 0) await commit(group, connection, again)
  }

  /** Takes back what a command did; answers why the whole group is lost, if it is. */
  async function undo(connection: PostgresConnection, isFirst: boolean, error: unknown): Promise<Unavailable | null> {
    if (error instanceof Unavailable) return error
    try {
      await connection.exec(isFirst ? 'rollback' : ROLLBACK_TO_SAVEPOINT)
      return null
    } catch (failure) {
      return failure instanceof Unavailable ? failure : new Unavailable(failure)
    }
  }

  async function runCommand(lane: Lane, connection: PostgresConnection, { work }: Job, opened: Promise<unknown>) {
    const handle = new CommandHandle(connection, props)
    if (lane.planId !== null) notePlanLock(handle.executor, lane.planId)
    // What it sends is on its way before `opened` is answered; why that failed explains best what fails after it.
    const failure = opened.then(
      () => null,
      (error: unknown) => ({ error }),
    )
    try {
      const value = await work(handle.tx)
      const failed = await failure
      if (failed) throw failed.error
      if (connection.isAborted) throw new Error('A command went on after a statement of its own had failed.')
      return value
    } catch (error) {
      throw (await failure)?.error ?? error
    } finally {
      handle.close()
    }
  }

  async function commit(
    group: Done[],
    connection: PostgresConnection,
    again: (error: unknown, jobs: Job[]) => void,
  ): Promise<void> {
    const jobs = group.map(({ job }) => job)
    try {
      if ((await connection.exec('commit')) !== 'COMMIT') throw new Error('PostgreSQL rolled a transaction back.')
    } catch (error) {
      const cause = error instanceof Unavailable ? error.cause : error
      if (codeOf(cause) === IDLE_TOO_LONG || RETRIED.has(codeOf(cause))) return again(error, jobs)
      const told = error instanceof Unavailable ? new Unavailable(cause, UNCERTAIN) : error
      for (const job of jobs) job.reject(told)
      return
    }
    for (const { answer } of group) answer()
  }

  return {
    write: <T>(work: Work<T>, planId?: string) =>
      new Promise<T>((resolve, reject) => {
        if (waiting >= WAITING_MAX) return reject(overloaded())
        waiting++
        const settled = <A>(tell: (answer: A) => void) => {
          return (answer: A) => {
            waiting--
            tell(answer)
          }
        }
        const job = { work, attempts: 0, resolve: settled(resolve), reject: settled(reject) } as Job
        const lane = planId === undefined ? undefined : lanes.get(planId)
        if (lane) return void lane.waiting.push(job)
        const opened: Lane = { planId: planId ?? null, waiting: [job] }
        if (planId !== undefined) lanes.set(planId, opened)
        void run(opened)
      }),
  }
}

/** One message: the plan's lock is waited for before the first command looks at anything. */
const beginOf = ({ planId }: Lane): string =>
  `begin; set local idle_in_transaction_session_timeout = '${IDLE_MAX}'${
    planId === null ? '' : `; select 1 from plans where id = ${pg.escapeLiteral(planId)} for no key update`
  }`
