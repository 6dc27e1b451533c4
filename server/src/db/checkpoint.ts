// Copies commits from SQLite's log into the database, mostly on another thread (server/checkpoint.mjs).
import { EventEmitter, once } from 'node:events'
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { CHECKPOINTER } from '../paths.ts'
import type { SqliteConnection } from './sqlite.ts'

/** 32 MB: pages that change often are copied into the database once. */
const CHECKPOINT_PAGES = 8_000
/** Less than this, written while the thread copied, is copied here: only then does the log restart at its beginning. */
const REST_PAGES = 1_000
/** Writers that never pause must not delay a long read: after so many copies by the thread, the rest is copied here. */
const COPIES_MAX = 2
/** After the thread failed, such as on a full disk, the log is copied here for this long. */
const ALONE_MS = 60_000

export interface Checkpoints {
  /** Called after each commit. */
  recordCommit(): void
  /**
   * Resolves once a long log is copied, so that it begins at its start again during the long read that follows. A log
   * is never copied completely while a long read uses it. Also resolves if it cannot be copied, which a read does not
   * need.
   */
  catchUp(): Promise<void>
  /** Resolves when no other thread uses the database. */
  stop(): Promise<void>
}

/** From now on SQLite does not checkpoint within commits. */
export function createCheckpoints(writer: SqliteConnection, path: string): Checkpoints {
  writer.file.exec('pragma wal_autocheckpoint = 0')
  let worker: Worker | null = null
  let [isCopying, isRestDue] = [false, false]
  let aloneUntil = 0
  const isAlone = () => performance.now() < aloneUntil
  const copied = new EventEmitter()

  const copyHere = () => {
    isRestDue = false
    writer.file.exec('pragma wal_checkpoint(passive)')
  }

  /** The thread starts with the first full log: a server that writes little has none. */
  const copyElsewhere = () => {
    worker ??= start()
    isCopying = true
    worker.postMessage('copy')
  }

  const start = () => {
    const started = new Worker(CHECKPOINTER, { workerData: path })
    started.unref()
    started.on('message', () => {
      isCopying = false
      isRestDue = true
      copied.emit('end')
    })
    // It failed and has ended. The log is copied here, or it would grow.
    started.on('error', () => {
      isCopying = false
      worker = null
      aloneUntil = performance.now() + ALONE_MS
      copied.emit('end')
    })
    return started
  }

  return {
    recordCommit: () => {
      if (isCopying) return
      const { behind: pages } = measureLog(writer)
      if (pages <= (isRestDue ? REST_PAGES : CHECKPOINT_PAGES)) {
        if (isRestDue) copyHere()
      } else if (isAlone()) copyHere()
      else copyElsewhere()
    },
    catchUp: async () => {
      for (let copies = 0; ; copies++) {
        // The log cannot be copied within a long command.
        if (writer.file.isTransaction) return
        const { pages, behind } = measureLog(writer)
        if (pages <= CHECKPOINT_PAGES) return
        if (behind <= REST_PAGES || copies === COPIES_MAX || isAlone()) {
          try {
            return copyHere()
          } catch {
            // The read does not need it, as on a full disk. The next commit tries again.
            return
          }
        }
        const end = once(copied, 'end')
        if (!isCopying) copyElsewhere()
        await end
      }
    },
    // It ends after the copy in progress: terminating a thread inside SQLite's binding aborts the whole process.
    stop: async () => {
      if (!worker) return
      const exited = once(worker, 'exit')
      worker.postMessage('stop')
      await exited
    },
  }
}

/** The pages in the log, and how many of them are not in the database yet. */
function measureLog(connection: SqliteConnection): { pages: number; behind: number } {
  const { rows } = connection.run<{ log: number; checkpointed: number }>('pragma wal_checkpoint(noop)', [])
  const { log: pages, checkpointed } = rows[0] ?? { log: 0, checkpointed: 0 }
  return { pages, behind: pages - checkpointed }
}

/** Syncs the log off the main thread, so a following commit has little left to sync. */
export async function syncLog(path: string): Promise<void> {
  const log = await open(`${path}-wal`, 'r')
  try {
    await log.datasync()
  } finally {
    await log.close()
  }
}
