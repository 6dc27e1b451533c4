// Copies SQLite's write-ahead log into the database on its own thread (src/db/checkpoint.ts): 32 MB and their syncs
// would block the main thread. Plain JavaScript, so sources and builds start the same file.
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

parentPort?.on('message', (order) => {
  if (order === 'stop') return parentPort?.close()
  const file = new DatabaseSync(workerData)
  try {
    file.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  } finally {
    file.close()
  }
  parentPort?.postMessage('done')
})
