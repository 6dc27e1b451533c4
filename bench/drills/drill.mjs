// Support for the drills: the built product on its own folder, a user, and the output of results.
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { startSystem, systemsToMeasure } from '../systems.mjs'

const results = fileURLToPath(new URL('../results/drills', import.meta.url))
let failures = 0

/** Prints one result; `row` is the tested promise. */
export function check(row, sentence, held) {
  if (!held) failures++
  process.stdout.write(`${held ? 'pass' : 'FAIL'}  ${row.padEnd(3)}  ${sentence}\n`)
}

export const failed = () => failures > 0

/**
 * Creates an empty folder for one drill. `start` may be called again after the server has ended and uses the same data.
 * `end` stops the server if it is running and removes the folder.
 */
export function openDrill(name) {
  const folder = `${results}/${name}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { product } = systemsToMeasure({})
  let server
  const start = async () => {
    server = await startSystem('product', product, folder)
    return server
  }
  const end = async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  /** The size of the database file, without its write-ahead log. */
  const databaseBytes = () => statSync(`${folder}/product/cairn.db`).size
  return { start, end, databaseBytes }
}

/** Registers a user and creates a plan. */
export async function newPlan(origin) {
  const stranger = openConnection({ origin })
  const { session } = await stranger.ask(calls.register(`drill-${Date.now()}@example.com`))
  stranger.close()
  const token = session.access_token
  const connection = openConnection({ origin, token })
  const plan = await connection.ask(calls.createPlan('A plan for a drill'))
  connection.close()
  return { token, planId: plan.id }
}
