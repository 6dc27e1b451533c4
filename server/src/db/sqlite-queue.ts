// Group commit. SQLite has one writer, and a durable commit costs more than its writes: waiting commands share one
// transaction, and every caller is answered after the commit. A failing command does not fail the others.

import { AppError, overloaded, storageFull } from '../base/errors.ts'
import { FairQueue } from '../base/fair-queue.ts'
import { syncLog } from './checkpoint.ts'
import { CommandHandle, handleProps } from './command-handle.ts'
import { FilesReplaced, watchFiles } from './database-files.ts'
import { withinTurn } from './pace.ts'
import type { Tx } from './schema.ts'
import { knowConnection, type SqliteConnection, sqliteDialect } from './sqlite.ts'

/** No more commands join after this long: reads and sockets are waiting for the event loop. */
const GROUP_MS = 5
/** Beyond it the server replies that it is overloaded; half of it is open to one person. */
const QUEUE_MAX = 2_000

const WAITED = 'A command awaited something other than ctx.db. Do it before transact() or in ctx.afterCommit().'

/** May run more than once, so it must only read and write through `tx`. */
export type Work<T> = (tx: Tx) => Promise<T>
/** Gives one caller the outcome. */
type Answer = () => void
interface Job {
  work: Work<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface WriteOptions {
  /** The plan it is about, if any: on PostgreSQL, commands that wait for the same plan share a transaction. */
  planId?: string | undefined
  /** For whom it is, if anyone: on SQLite, people who wait take turns. */
  userId?: string
}
/** Runs `work` in its own transaction; resolves when its writes are on disk. */
export type Write = <T>(work: Work<T>, options?: WriteOptions) => Promise<T>
export interface WriteQueue {
  write: Write
  /** Rejects new work and resolves when the waiting work is answered. */
  drain(): Promise<void>
}

interface Listeners {
  /**
   * Called when a sync fails, or when the files of the database were moved, deleted or replaced. Nothing may be
   * acknowledged after that, and the sync is never retried.
   */
  onBroken(error: unknown): void
  onCommit(): void
}

/** `connection` writes to the database at `path`. */
export function createWriteQueue(
  connection: SqliteConnection,
  path: string,
  { onBroken, onCommit }: Listeners,
): WriteQueue {
  const { file } = connection
  const props = handleProps(sqliteDialect(connection))
  const requireFiles = watchFiles(path)
  const waiting = new FairQueue<Job>()
  const idle: (() => void)[] = []
  let running = false
  let stopped: AppError | null = null
  let lastSize = 1

  /**
   * Commits after the poll phase, so that everything that arrived in this turn joins; one turn later if fewer wait than
   * last time.
   */
  const start = () => {
    running = true
    setImmediate(() => (waiting.length < lastSize ? setImmediate(commitGroup) : commitGroup()))
  }

  async function commitGroup(): Promise<void> {
    const group: Job[] = []
    let isLong = false
    connection.pace.begin(() => {
      isLong = true
      connection.shrinkCache()
    })
    try {
      const answers = (await runTogether(group)) ?? (await runApart(group))
      if (isLong) await syncLog(path)
      requireFiles()
      file.exec('commit')
      for (const answer of answers) answer()
      onCommit()
    } catch (error) {
      fail(group.length > 0 ? group : waiting.clear(), error)
    } finally {
      connection.pace.end()
      if (isLong) connection.restoreCache()
      lastSize = group.length
      running = false
      if (waiting.length > 0) start()
      else for (const resolve of idle.splice(0)) resolve()
    }
  }

  /**
   * Runs the waiting commands without savepoints, which cost a tenth of a write. Returns the outcomes to report after
   * the commit, or null after a rollback, because a command failed after it had written.
   */
  async function runTogether(group: Job[]): Promise<Answer[] | null> {
    const answers: Answer[] = []
    file.exec('begin immediate')
    for (const until = performance.now() + GROUP_MS; performance.now() < until; ) {
      const job = waiting.shift()
      if (!job) break
      group.push(job)
      const writesBefore = connection.writes
      try {
        answers.push(await runJob(job))
      } catch (error) {
        if (!file.isTransaction) throw error
        if (connection.writes !== writesBefore) {
          file.exec('rollback')
          if (group.length > 1) return null
          // Nothing of others was rolled back.
          file.exec('begin immediate')
        }
        answers.push(() => job.reject(expected(error)))
      }
    }
    return answers
  }

  /** Runs the group again, each command in its own savepoint, so a failing one does not fail the others. */
  async function runApart(group: readonly Job[]): Promise<Answer[]> {
    const answers: Answer[] = []
    file.exec('begin immediate')
    for (const job of group) {
      file.exec('savepoint command')
      try {
        answers.push(await runJob(job))
      } catch (error) {
        if (!file.isTransaction) throw error
        file.exec('rollback to command')
        answers.push(() => job.reject(expected(error)))
      }
      file.exec('release command')
    }
    return answers
  }

  async function runJob(job: Job): Promise<Answer> {
    const handle = new CommandHandle(connection, props)
    const forget = knowConnection(handle.executor, connection)
    try {
      // A command that waits for something else would keep everyone's transaction open.
      const value = await withinTurn(job.work(handle.tx), () => new Error(WAITED))
      return () => job.resolve(value)
    } finally {
      handle.close()
      forget()
    }
  }

  /** The commit failed or SQLite rolled back, so every command in the group fails. */
  function fail(group: Job[], error: unknown): void {
    if (file.isTransaction) file.exec('rollback')
    const broken = isStorageFailure(error) ? storageFailed() : null
    for (const job of group) job.reject(broken ?? expected(error))
    if (!broken) return
    stopped = broken
    for (const job of waiting.clear()) job.reject(broken)
    onBroken(error)
  }

  return {
    write: <T>(work: Work<T>, { userId = '' }: WriteOptions = {}) =>
      new Promise<T>((resolve, reject) => {
        if (stopped) return reject(stopped)
        if (waiting.length >= QUEUE_MAX || waiting.lengthOf(userId) >= QUEUE_MAX / 2) return reject(overloaded())
        waiting.push(userId, { work, resolve, reject } as Job)
        if (!running) start()
      }),
    drain: () =>
      new Promise((resolve) => {
        stopped ??= overloaded()
        if (running) idle.push(resolve)
        else resolve()
      }),
  }
}

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
/** The shared memory beside the log could not grow, because the disk is full. */
const SQLITE_IOERR_SHMSIZE = 4_874
const codeOf = (error: unknown): number => {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' ? code : 0
}
const isDiskFull = (error: unknown): boolean =>
  (codeOf(error) & 0xff) === SQLITE_FULL || codeOf(error) === SQLITE_IOERR_SHMSIZE
const isStorageFailure = (error: unknown): boolean =>
  error instanceof FilesReplaced ||
  ((codeOf(error) & 0xff) === SQLITE_IOERR && !isDiskFull(error)) ||
  (error as { syscall?: unknown }).syscall === 'fdatasync'

/** Errors of SQLite that are not bugs, as the caller sees them; others are unchanged. */
function expected(error: unknown): unknown {
  if (isDiskFull(error)) return storageFull()
  // Another program, such as a database browser, is writing to the file.
  if ((codeOf(error) & 0xff) === SQLITE_BUSY) return overloaded()
  return error
}
const storageFailed = (): AppError =>
  new AppError(503, 'storage_failed', 'Storage error: changes cannot be saved until an administrator fixes it.')
