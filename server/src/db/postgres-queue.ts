// Group commit on PostgreSQL. Commands that wait for the same plan share one transaction, and every caller is answered
// after its commit. A failing command does not fail the others. Plans do not wait for each other, and people who wait for
// the same plan take turns.
import { overloaded } from '../base/errors.ts'
import { FairQueue } from '../base/fair-queue.ts'
import { CommandHandle, handleProps } from './command-handle.ts'
import { codeOf, IDLE_TOO_LONG, Unavailable } from './outage.ts'
import { recordPlanLock } from './plan-lock.ts'
import { postgresDialect } from './postgres.ts'
import { CommandConnection } from './postgres-commands.ts'
import type { Pool } from './postgres-pool.ts'
import type { Work, Write, WriteOptions } from './sqlite-queue.ts'

/** No more commands join beyond either limit: the first ones have waited long enough. */
const GROUP_MAX = 50
const GROUP_MS = 20
/** Waiting commands of all plans; beyond it the server replies that it is overloaded. */
const WAITING_MAX = 2_000
/** Serialization failure and deadlock: the transaction did nothing and may simply run again. */
const RETRIED = new Set(['40001', '40P01'])
const ATTEMPTS_MAX = 3
const UNCERTAIN = 'The connection to the database broke at the last moment. It is not known whether this was saved.'

interface Job {
  work: Work<unknown>
  userId: string
  attempts: number
  resolve(value: unknown): void
  reject(error: unknown): void
}
/** Commands of one plan, or a single command of none. */
interface Lane {
  planId: string | null
  waiting: FairQueue<Job>
}
/** Gives one caller the outcome. */
type Answer = () => void

export function createPostgresQueue(pool: Pool): { write: Write } {
  const props = handleProps(postgresDialect(pool, { rereads: false }))
  const lanes = new Map<string, Lane>()
  let waiting = 0

  async function run(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      try {
        const connection = new CommandConnection(await pool.connect(), pool)
        await runGroup(lane, connection).finally(() => connection.release())
      } catch (error) {
        // No connection is available.
        for (const job of lane.waiting.clear()) job.reject(error)
      }
    }
    if (lane.planId !== null) lanes.delete(lane.planId)
  }

  async function runGroup(lane: Lane, connection: CommandConnection): Promise<void> {
    const group: Job[] = []
    try {
      const answers = (await runTogether(lane, connection, group)) ?? (await runApart(lane, connection, group))
      for (const answer of answers) answer()
    } catch (error) {
      // The connection broke before the commit, so nothing was done.
      runAgain(lane, group, error)
    }
  }

  function runAgain(lane: Lane, jobs: readonly Job[], error: unknown): void {
    const again = jobs.filter((job) => ++job.attempts < ATTEMPTS_MAX)
    for (const job of jobs) if (!again.includes(job)) job.reject(error)
    for (const job of again.toReversed()) lane.waiting.unshift(job.userId, job)
  }

  /** Runs the waiting commands without savepoints; null if everything was rolled back and must run separately. */
  async function runTogether(lane: Lane, connection: CommandConnection, group: Job[]): Promise<Answer[] | null> {
    const answers: Answer[] = []
    const until = performance.now() + GROUP_MS
    connection.begin(lane.planId)
    while (group.length < GROUP_MAX && (group.length === 0 || performance.now() < until)) {
      const job = lane.waiting.shift()
      if (!job) break
      group.push(job)
      const writesBefore = connection.writes
      try {
        const value = await runCommand(lane, connection, job)
        answers.push(() => job.resolve(value))
      } catch (error) {
        if (error instanceof Unavailable) throw error
        // A command that is refused before it writes leaves nothing to undo.
        const leftNothing = connection.writes === writesBefore && !connection.failure
        if (leftNothing) answers.push(() => job.reject(error))
        else {
          await connection.rollback()
          if (group.length > 1) return null
          if (RETRIED.has(codeOf(error))) throw error
          return [() => job.reject(error)]
        }
      }
    }
    try {
      return await commit(connection, group, answers)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      return null
    }
  }

  /** Each command in its own savepoint, so a failing one does not fail the others. */
  async function runApart(lane: Lane, connection: CommandConnection, group: Job[]): Promise<Answer[]> {
    const answers: Answer[] = []
    connection.begin(lane.planId)
    for (const job of [...group]) {
      connection.setSavepoint()
      try {
        const value = await runCommand(lane, connection, job)
        await connection.releaseSavepoint()
        answers.push(() => job.resolve(value))
      } catch (error) {
        if (error instanceof Unavailable) throw error
        await connection.rollbackToSavepoint()
        if (!RETRIED.has(codeOf(error))) answers.push(() => job.reject(error))
        else {
          group.splice(group.indexOf(job), 1)
          runAgain(lane, [job], error)
        }
      }
    }
    return commit(connection, group, answers)
  }

  async function runCommand(lane: Lane, connection: CommandConnection, { work }: Job): Promise<unknown> {
    const handle = new CommandHandle(connection, props)
    if (lane.planId !== null) recordPlanLock(handle.executor, lane.planId)
    try {
      return await work(handle.tx)
    } catch (error) {
      // The failure of a statement that no caller waited for is the better explanation.
      const { failure } = connection
      throw failure && !failure.hasCaller ? failure.error : error
    } finally {
      handle.close()
    }
  }

  /**
   * The outcomes for the callers. Throws if a statement that no caller waited for had failed, because nothing was
   * committed then.
   */
  async function commit(connection: CommandConnection, group: Job[], answers: Answer[]): Promise<Answer[]> {
    try {
      await connection.commit()
      return answers
    } catch (error) {
      if (!(error instanceof Unavailable) || codeOf(error.cause) === IDLE_TOO_LONG) throw error
      const told = new Unavailable(error.cause, UNCERTAIN)
      return group.map((job) => () => job.reject(told))
    }
  }

  return {
    write: <T>(work: Work<T>, { planId, userId = '' }: WriteOptions = {}) =>
      new Promise<T>((resolve, reject) => {
        if (waiting >= WAITING_MAX) return reject(overloaded())
        waiting++
        const settled = <A>(tell: (answer: A) => void) => {
          return (answer: A) => {
            waiting--
            tell(answer)
          }
        }
        const job = { work, userId, attempts: 0, resolve: settled(resolve), reject: settled(reject) } as Job
        const lane = planId === undefined ? undefined : lanes.get(planId)
        if (lane) return void lane.waiting.push(userId, job)
        const opened: Lane = { planId: planId ?? null, waiting: new FairQueue() }
        opened.waiting.push(userId, job)
        if (planId !== undefined) lanes.set(planId, opened)
        void run(opened)
      }),
  }
}
