import { setImmediate as answered } from 'node:timers/promises'
import { isUnavailable } from './errors.ts'

/** The part of the server's log outside of requests. */
export interface Log {
  info(what: object, message: string): void
  warn(what: object, message: string): void
  error(what: object, message: string): void
}

/** Work that no caller waits for. It starts after the caller has its reply. */
export interface Background {
  /** Failures are logged under `name`, and not thrown. */
  run(name: string, work: () => Promise<unknown>): void
  /**
   * Repeats the work until `settle`, first after one interval, never concurrently. Of consecutive failures only the
   * first is logged.
   */
  every(name: string, intervalMs: number, work: () => Promise<unknown>): void
  /** Stops repeating and resolves when all running work has ended. */
  settle(): Promise<void>
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []

  const run: Background['run'] = (name, work) => {
    const done = answered()
      .then(work)
      .then(
        () => {},
        (error: unknown) => {
          if (!isUnavailable(error)) log.error({ err: error, work: name }, 'background work failed')
        },
      )
      .finally(() => running.delete(done))
    running.add(done)
  }
  return {
    run,
    every: (name, intervalMs, work) => {
      let busy = false
      let failing = false
      const attempt = async () => {
        try {
          await work()
          failing = false
        } catch (error) {
          const again = failing
          failing = true
          if (!again) throw error
        } finally {
          busy = false
        }
      }
      const begin = () => {
        if (busy) return
        busy = true
        run(name, attempt)
      }
      timers.push(setInterval(begin, intervalMs).unref())
    },
    settle: async () => {
      for (const timer of timers) clearInterval(timer)
      // What is running may begin more.
      while (running.size > 0) await Promise.all(running)
    },
  }
}
