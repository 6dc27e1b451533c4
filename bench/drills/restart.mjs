// R2: a server with a 100 MB database is ready as fast as one with an empty database.
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { check, newPlan, openDrill } from './drill.mjs'

const SIZE = 100 * 1024 * 1024
const READY_MAX_MS = 2_000
/** Long texts of many different words, so that the search index grows too. */
const words = (count) => Array.from({ length: count }, () => Math.random().toString(36).slice(2)).join(' ')

export async function restartDrill() {
  const drill = openDrill('restart')
  try {
    const server = await drill.start()
    const { token, planId } = await newPlan(server.origin)
    const connection = openConnection({ origin: server.origin, token })
    while (drill.databaseBytes() < SIZE) {
      const { method, path, body } = calls.createNode(planId, { title: 'A node with long texts' })
      const texts = { context: words(4_000), agent_instructions: words(4_000) }
      await connection.ask({ method, path, body: { ...body, ...texts } })
    }
    connection.close()
    await server.stop()
    const bytes = drill.databaseBytes()
    const { readyMs } = await drill.start()
    check(
      'R2',
      `with a database of ${Math.round(bytes / 1024 / 1024)} MB the first 200 took ${Math.round(readyMs)} ms`,
      bytes >= SIZE && readyMs <= READY_MAX_MS,
    )
  } finally {
    await drill.end()
  }
}
