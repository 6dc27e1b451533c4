// Copies SQLite's log into the database on a thread of its own (src/db/checkpoint.ts): 32 MB and their syncs would keep everyone
// waiting on the thread that answers. Plain JavaScript, so that it runs as it is from sources and builds alike.
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

parentPort?.on('message', () => {
  const file = new DatabaseSync(workerData)
  try {
    file.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  } finally {
    file.close()
  }
  parentPort?.postMessage('done')
})
