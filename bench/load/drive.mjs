// A closed loop: every connection sends its next call as soon as it has the reply to the last one.
import { isSuccess, openConnection } from './connection.mjs'

/**
 * Drives one server for `ms` or until `callsMax` calls have been made.
 * @param {{ origin: string, token: string, connections: number, ms: number, callsMax?: number,
 *   next: (index: number) => import('./connection.mjs').Call }} load
 * @returns {Promise<{ calls: number, seconds: number, latencies: number[], failures: string[], bytes: number }>}
 *   latencies in milliseconds; bytes of the last body
 */
export async function drive({ origin, token, connections, ms, callsMax = Number.POSITIVE_INFINITY, next }) {
  const open = Array.from({ length: connections }, () => openConnection({ origin, token }))
  const latencies = []
  let index = 0
  const failures = []
  let bytes = 0
  const started = performance.now()
  const loop = async (connection) => {
    while (performance.now() - started < ms && index < callsMax) {
      const call = next(index++)
      const reply = await connection.send(call)
      latencies.push(reply.ms)
      bytes = reply.bytes
      if (!isSuccess(reply.status)) failures.push(`${call.method} ${call.path} returned ${reply.status}`)
    }
  }
  await Promise.all(open.map(loop))
  const seconds = (performance.now() - started) / 1000
  for (const connection of open) connection.close()
  return { calls: latencies.length, seconds, latencies, failures, bytes }
}
