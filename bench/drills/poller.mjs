// Polls the server from a thread of its own: a large reply that the drill is receiving must not delay the measurement.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { isSuccess, openConnection } from '../load/connection.mjs'

/**
 * Polls a call continuously. `take` resolves to the longest response time since the previous `take`, in milliseconds,
 * and rejects if a call has failed.
 */
export function openPoller(access, call) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { access, call } })
  const failed = new Promise((_, reject) => worker.once('error', reject))
  // A call may fail while no one waits for it.
  failed.catch(() => {})
  const take = async () => {
    worker.postMessage('take')
    const [longest] = await Promise.race([failed, once(worker, 'message')])
    return longest
  }
  return { take, stop: () => worker.terminate() }
}

async function poll({ access, call }) {
  const connection = openConnection(access)
  let longest = 0
  parentPort?.on('message', () => {
    parentPort?.postMessage(longest)
    longest = 0
  })
  for (;;) {
    const { status, ms } = await connection.send(call)
    if (!isSuccess(status)) throw new Error(`${call.path} returned ${status}`)
    longest = Math.max(longest, ms)
    await sleep(2)
  }
}

if (!isMainThread) await poll(workerData)
