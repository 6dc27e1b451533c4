// Fills a running server with plans for demos and measurements, through its public API.
//   npm run seed                                  plans of 100, 1,000 and 10,000 nodes for the demo account
//   npm run seed -- --nodes 10000                 one plan of that many nodes
//   npm run seed -- --url http://127.0.0.1:3000 --email ana@example.com --password …
// With the default rate limit 10,000 nodes take about two minutes; with CAIRN_RATE_LIMITS=off a few seconds.
import { parseArgs } from 'node:util'
import { openConnection } from './load/connection.mjs'
import { fillPlan } from './seed/fill.mjs'

const CONNECTIONS = 8
const SIZES = ['100', '1000', '10000']
const TITLES = { 100: 'Spring release', 1000: 'Move to the new platform', 10000: 'The whole company, this year' }

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.CAIRN_URL ?? 'http://127.0.0.1:3000' },
    email: { type: 'string', default: 'demo@example.com' },
    password: { type: 'string', default: 'Demo123456!' },
    nodes: { type: 'string', multiple: true, default: SIZES },
  },
})

async function signIn() {
  const connection = openConnection({ origin: options.url })
  const body = { email: options.email, password: options.password }
  const { session } = await connection.ask({ method: 'POST', path: '/api/auth/login', body })
  connection.close()
  return session.access_token
}

async function main() {
  const sizes = options.nodes.map(Number)
  const wrong = sizes.findIndex((size) => !Number.isInteger(size) || size < 1)
  if (wrong >= 0) throw new Error(`--nodes must be a whole number of at least 1, not ${options.nodes[wrong]}`)
  const token = await signIn()
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection({ origin: options.url, token }))
  try {
    for (const size of sizes) {
      const started = performance.now()
      const { planId } = await fillPlan(connections, TITLES[size] ?? `A plan of ${size} nodes`, size)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      process.stdout.write(`${size.toLocaleString('en-US')} nodes in ${seconds} s: ${options.url}/plans/${planId}\n`)
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}

await main().catch((error) => {
  process.stderr.write(`seed: ${error.message}\n`)
  process.exitCode = 1
})
