// Starts the server: reads the configuration, opens the database, listens, and shuts down without losing acknowledged
// writes.
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { parseConfig } from './base/config.ts'
import { OperatorError } from './base/errors.ts'
import { makeDataFolder, makeFilesPrivate } from './base/folder.ts'
import { explain } from './base/operator-errors.ts'
import { openPostgresStore, openSqliteStore } from './db/open.ts'
import { openFileStore } from './providers/files.ts'

/** A shutdown waits at most this long for running requests, which may arrive one byte at a time. */
const GRACE_MS = 3_000
/** After a failed sync no write is acknowledged; waiting callers get their error, and the server exits. */
const LAST_WORDS_MS = 500
/** A shutdown is forced after this time, before the process supervisor kills it. */
const STOP_MS = 9_000

async function main(): Promise<void> {
  // A full disk or a closed pipe must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  makeFilesPrivate()
  const config = parseConfig(process.env)
  makeDataFolder(config.data_dir)
  // The database and the bucket may fail before there is a log.
  let log: FastifyInstance['log'] | undefined
  const store = config.database_url
    ? await openPostgresStore(config.database_url, {
        pool: config.database_pool,
        onAway: (error) => log?.error(`The database is unavailable: ${(error as Error).message}`),
        onBack: () => log?.info('The database is available again.'),
      })
    : await openSqliteStore(config.data_dir, (error) => {
        log?.fatal({ err: error }, 'storage failed')
        setTimeout(() => process.exit(1), LAST_WORDS_MS)
      })
  const files = await openFileStore(config, {
    alone: config.database_url === null,
    onAway: (error) => {
      const message = `The bucket of uploads is unavailable: ${(error as Error).message}`
      if (log) log.error(message)
      else process.stderr.write(`${message}\n`)
    },
    onBack: () => log?.info('The bucket of uploads is available again.'),
  })
  const app = await buildApp({ config, store, files, clock: () => new Date(), strict_replies: false })
  log = app.log
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    // Everything else that begins with the server fails here, too.
    if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error
    throw new OperatorError(`Cannot listen on port ${config.port}: ${error.message}`)
  })
  process.stdout.write(`Cairn is ready at ${address.replace('127.0.0.1', 'localhost')}\n`)

  let stopping = false
  const stop = async () => {
    // Ignores a second signal, as when a terminal signals the whole group.
    if (stopping) return
    stopping = true
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await app.close()
    await store.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`Failed to start Cairn: ${explain(error)}\n`)
  process.exit(1)
})
