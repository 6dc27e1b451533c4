// The targets as data: a figure's id and a rule that returns what is required and whether it was reached.
import { peerToday } from './peer.mjs'
import { LARGEST, PAN_ZOOMS, RACE_SIZES, SIZES, TARGET_CONNECTIONS, WORKSPACE_SIZES } from './settings.mjs'

/**
 * @typedef {{ needed: string, reached: boolean, figure: string }} Judgement `figure` says what was reached, in the target's own unit
 * @typedef {(figures: import('./figures.mjs').Figures, id: string) => Judgement} Rule
 */

const COLUMN = { limit: 'limit', tuned: 'limit-tuned' }
const percent = (share) => `${Math.round(share * 100)} %`
const times = (factor) => `${factor.toFixed(factor < 10 ? 2 : 0)}x`
const inUnit = (value) => (value < 10 ? value.toFixed(2) : Math.round(value).toString())

/** @returns {Rule} at least this share of another system's figure */
const shareOf = (system, share) => (figures, id) => {
  const ratio = figures.ratio(id, 'product', system)
  return { needed: `at least ${percent(share)} of ${COLUMN[system]}`, reached: ratio >= share, figure: percent(ratio) }
}

/** @returns {Rule} at most this many times another system's figure */
const timesOf = (system, factor) => (figures, id) => {
  const ratio = figures.ratio(id, 'product', system)
  return { needed: `at most ${factor}x ${COLUMN[system]}`, reached: ratio <= factor, figure: times(ratio) }
}

const withUnit = (value, unit) => `${value.toLocaleString('en-US')}${unit === 'x' ? unit : ` ${unit}`}`.trim()

/** @returns {Rule} at least this many times */
const atLeastTimes = (least) => (figures, id) => {
  const value = figures.of(id, 'product')
  return { needed: `at least ${least}x`, reached: value >= least, figure: times(value) }
}

/** @returns {Rule} at most this value */
const atMost = (most, unit) => (figures, id) => {
  const value = figures.of(id, 'product')
  return { needed: `at most ${withUnit(most, unit)}`, reached: value <= most, figure: inUnit(value) }
}

/**
 * Scales with the baseline server's figure for the same row, because its reads cost the same right after a change.
 * @returns {Rule} at least this many times the scaled figure of the reference product at `operation`
 */
const timesPeer = (factor, operation) => (figures, id) => {
  const peer = peerToday(operation, figures.of(id, 'limit'))
  const ratio = figures.of(id, 'product') / peer
  return {
    needed: `at least ${factor}x the reference product (${inUnit(peer)}/s)`,
    reached: ratio >= factor,
    figure: times(ratio),
  }
}

/** As many bytes as the baseline server sends; otherwise reads cannot be compared. @type {Rule} */
const equalBytes = (figures, id) => {
  const ratio = figures.ratio(id, 'product', 'tuned')
  return { needed: 'within 2 % of limit-tuned', reached: Math.abs(ratio - 1) <= 0.02, figure: percent(ratio) }
}

const READS = ['readSmall', 'readMiddle', 'readLarge']
const WRITES = ['createNode', 'setStatus', 'addLog']
/** Writes share a commit, so many connections must bring the same gain as with the baseline server. */
const WRITE_CONNECTIONS = [TARGET_CONNECTIONS, 64]
const all = (ids, rule) => Object.fromEntries(ids.map((id) => [id, rule]))
const rps = (operation) => `rps${TARGET_CONNECTIONS}.${operation}`

/** What a user waits for in plans of every measured size. @type {Record<string, Rule>} */
const WORKSPACE_TARGETS = {
  open: atMost(900, 'ms'),
  longestTask: atMost(150, 'ms'),
  heap: atMost(60, 'MB'),
  elements: atMost(3_000, ''),
  ...all(
    PAN_ZOOMS.map((zoom) => `pan${zoom}`),
    atMost(33.4, 'ms'),
  ),
  select: atMost(33, 'ms'),
  status: atMost(33, 'ms'),
  drag: atMost(16.8, 'ms'),
  live: atMost(33, 'ms'),
  catchUp: atMost(200, 'ms'),
  catchUpFrame: atMost(33.4, 'ms'),
  crowdFrame: atMost(33.4, 'ms'),
  elementsAtOne: atMost(3_000, ''),
  treeMount: atMost(100, 'ms'),
  level: atMost(100, 'ms'),
  focus: atMost(100, 'ms'),
  path: atMost(16, 'ms'),
  treeExpand: atMost(16, 'ms'),
  treeKeystroke: atMost(10, 'ms'),
}

/** @type {Record<string, Rule>} */
const LARGEST_TARGETS = {
  open: atMost(2_500, 'ms'),
  ...all(
    PAN_ZOOMS.map((zoom) => `pan${zoom}`),
    atMost(16.8, 'ms'),
  ),
  heap: atMost(120, 'MB'),
  heapExpanded: atMost(120, 'MB'),
}

/** The longest acceptable call, however many siblings there are. @type {Record<string, Rule>} */
const SIBLING_TARGETS = all(['insertFront', 'bulkDelete', 'bulkMove', 'bulkRestore', 'adopt'], atMost(300, 'ms'))

/** On both databases. @type {Record<string, Rule>} */
const UNDO_TARGETS = {
  undoOne: atMost(10, 'ms'),
  undoMany: atMost(300, 'ms'),
  undoBranch: atMost(400, 'ms'),
}

/** On both databases. @type {Record<string, Rule>} */
const PACK_TARGETS = { packDefault: atMost(20, 'ms'), packMost: atMost(60, 'ms') }

/** On both databases. @type {Record<string, Rule>} */
const READY_TARGETS = all(['readyUnchanged', 'readyChanged'], atMost(10, 'ms'))

/** With SQLite. @type {Record<string, Rule>} */
const CLAIM_TARGETS = all(
  RACE_SIZES.map((size) => `claim.${size}`),
  atMost(50, 'ms'),
)

/** On both databases. @type {Record<string, Rule>} */
const TOOL_TARGETS = all(['tool.setStatus', 'tool.addLog', 'tool.contextPack'], atMost(1.25, 'x'))

/** Targets with SQLite. @type {Record<string, Rule>} */
export const SQLITE_TARGETS = {
  ...Object.fromEntries(
    WRITE_CONNECTIONS.flatMap((connections) => [
      [`rps${connections}.createNode`, shareOf('tuned', 0.6)],
      [`rps${connections}.setStatus`, shareOf('tuned', 0.6)],
      [`rps${connections}.addLog`, shareOf('tuned', 0.55)],
    ]),
  ),
  ...all(READS.map(rps), shareOf('tuned', 0.7)),
  [rps('listPlans')]: shareOf('limit', 1),
  [rps('mixed')]: shareOf('tuned', 0.7),
  ...Object.fromEntries(SIZES.map((size, place) => [`changed${size}`, timesPeer(8, READS[place])])),
  ...all(['statusGrowth', 'logGrowth', 'addGrowth'], atMost(1.2, 'x')),
  ...all(
    READS.map((id) => `cpu.${id}`),
    timesOf('tuned', 1.5),
  ),
  ...all(
    WRITES.map((id) => `cpu.${id}`),
    timesOf('tuned', 2),
  ),
  ...all(
    WRITES.map((id) => `p50.${id}`),
    atMost(0.6, 'ms'),
  ),
  ...all(
    WRITES.map((id) => `p99.${id}`),
    atMost(6, 'ms'),
  ),
  blockedElsewhere: atMost(15, 'ms'),
  blockedThere: atMost(50, 'ms'),
  ...SIBLING_TARGETS,
  ...UNDO_TARGETS,
  ...PACK_TARGETS,
  ...READY_TARGETS,
  ...CLAIM_TARGETS,
  ...TOOL_TARGETS,
  ...all(
    [...READS, 'listPlans'].map((id) => `bytes.${id}`),
    equalBytes,
  ),
  coldStart: atMost(500, 'ms'),
  memory: atMost(200, 'MiB'),
  socketKiB: atMost(20, 'KiB'),
  deliveryMs: atMost(1_000, 'ms'),
  firstScreen: atMost(170, 'kB'),
  workspaceScripts: atMost(130, 'kB'),
  layout: atMost(40, 'ms'),
  layoutOfTidy: atMost(1, 'x'),
  layoutNarrower: atLeastTimes(30),
  ...Object.fromEntries(
    WORKSPACE_SIZES.flatMap((size) => Object.entries(WORKSPACE_TARGETS).map(([id, rule]) => [`${id}.${size}`, rule])),
  ),
  ...Object.fromEntries(Object.entries(LARGEST_TARGETS).map(([id, rule]) => [`${id}.${LARGEST}`, rule])),
}

const PEER_OPERATIONS = [...WRITES, 'listPlans', ...READS, 'mixed']

/** Targets with PostgreSQL: the operations measured for the reference product. @type {Record<string, Rule>} */
export const POSTGRES_TARGETS = {
  ...Object.fromEntries(PEER_OPERATIONS.map((id) => [rps(id), timesPeer(5, id)])),
  ...SIBLING_TARGETS,
  ...UNDO_TARGETS,
  ...PACK_TARGETS,
  ...READY_TARGETS,
  ...TOOL_TARGETS,
}
