// The rows of the table, in order: which figure each shows, and in which unit.
import { CONNECTIONS, LARGE, SIZES, SOCKETS, TARGET_CONNECTIONS } from './settings.mjs'
import { GROWTH, OPERATIONS } from './workload.mjs'

const WRITES = ['createNode', 'setStatus', 'addLog']
const named = (n) => n.toLocaleString('en-US')
const plural = (n) => (n === 1 ? '1 connection' : `${n} connections`)
const writes = OPERATIONS.filter(({ id }) => WRITES.includes(id))

/** @typedef {{ id: string, label: string, unit: string }} Row */

/** @type {{ title: string, rows: Row[] }[]} */
export const SECTIONS = [
  ...CONNECTIONS.map((connections) => ({
    title: `Throughput, ${plural(connections)}`,
    rows: OPERATIONS.filter((operation) => operation.connections.includes(connections)).map(({ id, label }) => ({
      id: `rps${connections}.${id}`,
      label,
      unit: '/s',
    })),
  })),
  {
    title: 'A plan that has just changed, one reader',
    rows: SIZES.map((size) => ({
      id: `changed${size}`,
      label: `read a plan of ${named(size)}, just changed`,
      unit: '/s',
    })),
  },
  {
    title: `Cost of a write in ${named(LARGE)} nodes over its cost in ${named(SIZES[0])}`,
    rows: GROWTH.map(({ id, label }) => ({ id, label, unit: 'x' })),
  },
  {
    title: `Processor time per request, ${plural(TARGET_CONNECTIONS)}`,
    rows: OPERATIONS.map(({ id, label }) => ({ id: `cpu.${id}`, label, unit: 'ms' })),
  },
  {
    title: 'Latency, one request after another',
    rows: writes.flatMap(({ id, label }) =>
      [50, 95, 99].map((share) => ({ id: `p${share}.${id}`, label: `${label}, p${share}`, unit: 'ms' })),
    ),
  },
  {
    title: `Status change, p95, while a plan of ${named(LARGE)} is read in a loop`,
    rows: [
      { id: 'blockedElsewhere', label: 'in another plan', unit: 'ms' },
      { id: 'blockedThere', label: 'in that plan', unit: 'ms' },
    ],
  },
  {
    title: 'Size of the reply',
    rows: OPERATIONS.filter(({ id }) => /^read|listPlans/.test(id)).map(({ id, label }) => ({
      id: `bytes.${id}`,
      label,
      unit: 'bytes',
    })),
  },
  {
    title: 'Process',
    rows: [
      { id: 'coldStart', label: 'cold start to the first 200, existing database', unit: 'ms' },
      { id: 'databaseMiB', label: 'size of that database', unit: 'MiB' },
      { id: 'memory', label: 'memory after the run (PSS)', unit: 'MiB' },
      { id: 'socketKiB', label: `memory per socket, ${named(SOCKETS)} on one plan`, unit: 'KiB' },
      { id: 'deliveryMs', label: `one change to all ${named(SOCKETS)} sockets`, unit: 'ms' },
    ],
  },
  {
    title: 'Web application',
    rows: [{ id: 'firstScreen', label: 'JavaScript of /login with an empty cache (gzip)', unit: 'kB' }],
  },
]
