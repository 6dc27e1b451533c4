// The rows of the table in order, each with its figure and unit.
import {
  AGENTS,
  BULK,
  BURST_EVENTS,
  CONNECTIONS,
  CROWD,
  LARGE,
  LARGEST,
  LAYOUT_NODES,
  PAN_ZOOMS,
  RACE_SIZES,
  SIBLINGS,
  SIZES,
  SOCKETS,
  TARGET_CONNECTIONS,
  WORKSPACE_SIZES,
} from './settings.mjs'
import { GROWTH, OPERATIONS } from './workload.mjs'

const WRITES = ['createNode', 'setStatus', 'addLog']
const named = (n) => n.toLocaleString('en-US')
const plural = (n) => (n === 1 ? '1 connection' : `${n} connections`)
const writes = OPERATIONS.filter(({ id }) => WRITES.includes(id))

/** @typedef {{ id: string, label: string, unit: string }} Row */

/** @type {Row[]} */
const PAN_ROWS = PAN_ZOOMS.map((zoom) => ({
  id: `pan${zoom}`,
  label: `all expanded: pan at zoom ${zoom}, p95 between frames`,
  unit: 'ms',
}))

/** Figures of the workspace for plans of each size. @type {Row[]} */
const WORKSPACE_ROWS = [
  { id: 'open', label: 'open: navigation to tree and cards, empty cache', unit: 'ms' },
  { id: 'longestTask', label: 'longest task while opening', unit: 'ms' },
  { id: 'heap', label: 'heap', unit: 'MB' },
  { id: 'elements', label: 'DOM elements', unit: '' },
  ...PAN_ROWS,
  { id: 'level', label: 'graph: change of level to paint', unit: 'ms' },
  { id: 'focus', label: 'graph: focus on a branch, to paint', unit: 'ms' },
  { id: 'path', label: 'all expanded: highlight dependencies, work before paint', unit: 'ms' },
  { id: 'select', label: 'all expanded: click to painted selection', unit: 'ms' },
  { id: 'status', label: 'all expanded: click to painted status', unit: 'ms' },
  { id: 'drag', label: 'all expanded: drag of a card, p95 between frames', unit: 'ms' },
  { id: 'live', label: "all expanded: another person's change to painted card, p95", unit: 'ms' },
  { id: 'catchUp', label: `all expanded: ${BURST_EVENTS} events in one catch-up, painted`, unit: 'ms' },
  { id: 'catchUpFrame', label: 'longest frame during catch-up', unit: 'ms' },
  {
    id: 'crowdFrame',
    label: `all expanded: longest frame of ${BURST_EVENTS} changes with ${CROWD} people present`,
    unit: 'ms',
  },
  { id: 'heapExpanded', label: 'all expanded: heap', unit: 'MB' },
  { id: 'elementsAtOne', label: 'all expanded: DOM elements at zoom 1', unit: '' },
  { id: 'treeMount', label: 'tree: mount', unit: 'ms' },
  { id: 'treeExpand', label: 'tree: expand all', unit: 'ms' },
  { id: 'treeKeystroke', label: 'tree: keystroke in search', unit: 'ms' },
]

/** Figures of the graph of the largest plan. @type {Row[]} */
const LARGEST_ROWS = [
  { id: 'open', label: 'open: navigation to cards, empty cache', unit: 'ms' },
  { id: 'heap', label: 'heap', unit: 'MB' },
  ...PAN_ROWS,
  { id: 'heapExpanded', label: 'all expanded: heap', unit: 'MB' },
  { id: 'level', label: 'change of level to paint', unit: 'ms' },
]

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
    title: 'Reads after a change, one reader',
    rows: SIZES.map((size) => ({
      id: `changed${size}`,
      label: `read a plan of ${named(size)} after a change`,
      unit: '/s',
    })),
  },
  {
    title: `Cost of a write in ${named(LARGE)} nodes relative to ${named(SIZES[0])}`,
    rows: GROWTH.map(({ id, label }) => ({ id, label, unit: 'x' })),
  },
  {
    title: `CPU time per request, ${plural(TARGET_CONNECTIONS)}`,
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
      { id: 'blockedThere', label: 'in the same plan', unit: 'ms' },
    ],
  },
  {
    title: `One call among ${named(SIBLINGS)} siblings`,
    rows: [
      { id: 'insertFront', label: 'insert at the front', unit: 'ms' },
      { id: 'bulkDelete', label: `bulk delete of ${BULK}`, unit: 'ms' },
      { id: 'bulkMove', label: `bulk move of ${BULK}`, unit: 'ms' },
      { id: 'bulkRestore', label: `bulk restore of ${BULK}`, unit: 'ms' },
      { id: 'adopt', label: 'root adoption', unit: 'ms' },
    ],
  },
  {
    title: 'Undo',
    rows: [
      { id: 'undoOne', label: 'of a new title, p95', unit: 'ms' },
      { id: 'undoMany', label: `of ${BULK} status changes`, unit: 'ms' },
      { id: 'undoBranch', label: `of a deleted branch of ${named(SIBLINGS)} nodes`, unit: 'ms' },
    ],
  },
  {
    title: `Context pack in a plan of ${named(SIBLINGS)} nodes with the largest texts around it, p95`,
    rows: [
      { id: 'packDefault', label: 'of 4,000 tokens', unit: 'ms' },
      { id: 'packMost', label: 'of 32,000 tokens', unit: 'ms' },
    ],
  },
  {
    title: `Ready tasks of a plan of ${named(LARGE)} nodes, p95`,
    rows: [
      { id: 'readyUnchanged', label: 'list, plan unchanged', unit: 'ms' },
      { id: 'readyChanged', label: 'list, right after a new status', unit: 'ms' },
    ],
  },
  {
    title: `Claim of the next task by ${AGENTS} racing agents, p95`,
    rows: RACE_SIZES.map((size) => ({ id: `claim.${size}`, label: `plan of ${named(size)} nodes`, unit: 'ms' })),
  },
  {
    title: 'CPU time of a tool call over MCP relative to its REST twin',
    rows: [
      { id: 'tool.setStatus', label: 'set a status', unit: 'x' },
      { id: 'tool.addLog', label: 'add a log entry', unit: 'x' },
      { id: 'tool.contextPack', label: 'read a context pack', unit: 'x' },
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
      { id: 'databaseMiB', label: 'size of the database', unit: 'MiB' },
      { id: 'memory', label: 'memory after the run (PSS)', unit: 'MiB' },
      { id: 'socketKiB', label: `memory per socket, ${named(SOCKETS)} on one plan`, unit: 'KiB' },
      { id: 'deliveryMs', label: `one change to all ${named(SOCKETS)} sockets`, unit: 'ms' },
    ],
  },
  {
    title: 'JavaScript in the browser (gzip)',
    rows: [
      { id: 'firstScreen', label: '/login with an empty cache', unit: 'kB' },
      { id: 'workspaceScripts', label: 'added by the plan page, until the plan is shown', unit: 'kB' },
      { id: 'idleScripts', label: 'loaded afterwards, while idle', unit: 'kB' },
    ],
  },
  {
    title: `Layout of a graph of ${named(LAYOUT_NODES)} nodes, all expanded`,
    rows: [
      { id: 'layout', label: 'compact, cold', unit: 'ms' },
      { id: 'layoutOfTidy', label: 'time relative to the tidy tree (d3-hierarchy)', unit: 'x' },
      { id: 'layoutWidth', label: 'width', unit: 'px' },
      { id: 'layoutNarrower', label: 'width of the tidy tree relative to it', unit: 'x' },
    ],
  },
  ...WORKSPACE_SIZES.map((size) => ({
    title: `A plan of ${named(size)} nodes in the browser`,
    rows: WORKSPACE_ROWS.map(({ id, ...row }) => ({ id: `${id}.${size}`, ...row })),
  })),
  {
    title: `The graph of a plan of ${named(LARGEST)} nodes in the browser`,
    rows: LARGEST_ROWS.map(({ id, ...row }) => ({ id: `${id}.${LARGEST}`, ...row })),
  },
]
