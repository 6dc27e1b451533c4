// Polls the server from a thread of its own: a large reply that the drill is receiving must not delay the measurement.
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { isSuccess, openConnection } from '../load/connection.mjs'

/**
 * Polls a call continuously. `take` resolves to the longest response time since the previous `take`, in milliseconds,
 * and rejects if a call failed.
 */
export function openPoller(access, call) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { access, call } })
  const ask = (question) =>
    new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', (longest) => {
        worker.off('error', reject)
        resolve(longest)
      })
      worker.postMessage(question)
    })
  return { take: () => ask('take'), stop: () => worker.terminate() }
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
