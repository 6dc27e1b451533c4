// What the product has to reach, as data: a figure's id, and a rule that says what is needed and whether it was reached.
import { peerToday } from './peer.mjs'
import { SIZES, TARGET_CONNECTIONS } from './settings.mjs'

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

/** @returns {Rule} at most this value */
const atMost = (most, unit) => (figures, id) => {
  const value = figures.of(id, 'product')
  return { needed: `at most ${most}${unit === 'x' ? unit : ` ${unit}`}`, reached: value <= most, figure: inUnit(value) }
}

/**
 * The limit server reads a plan in the same way whether it has just changed or not, so its figure for the same row is its reading "now".
 * @returns {Rule} at least this many times what the peer would reach today at `operation`
 */
const timesPeer = (factor, operation) => (figures, id) => {
  const peer = peerToday(operation, figures.of(id, 'limit'))
  const ratio = figures.of(id, 'product') / peer
  return { needed: `at least ${factor}x the peer (${inUnit(peer)}/s)`, reached: ratio >= factor, figure: times(ratio) }
}

/** As many bytes as the limit server sends, without which reads cannot be compared. @type {Rule} */
const equalBytes = (figures, id) => {
  const ratio = figures.ratio(id, 'product', 'tuned')
  return { needed: 'within 2 % of limit-tuned', reached: Math.abs(ratio - 1) <= 0.02, figure: percent(ratio) }
}

const READS = ['readSmall', 'readMiddle', 'readLarge']
const WRITES = ['createNode', 'setStatus', 'addLog']
const all = (ids, rule) => Object.fromEntries(ids.map((id) => [id, rule]))
const rps = (operation) => `rps${TARGET_CONNECTIONS}.${operation}`

/** With SQLite. @type {Record<string, Rule>} */
export const SQLITE_TARGETS = {
  [rps('createNode')]: shareOf('tuned', 0.55),
  [rps('setStatus')]: shareOf('tuned', 0.6),
  [rps('addLog')]: shareOf('tuned', 0.55),
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
  ...all(
    [...READS, 'listPlans'].map((id) => `bytes.${id}`),
    equalBytes,
  ),
  coldStart: atMost(500, 'ms'),
  memory: atMost(200, 'MiB'),
  socketKiB: atMost(20, 'KiB'),
  deliveryMs: atMost(1_000, 'ms'),
  firstScreen: atMost(170, 'kB'),
}

const PEER_OPERATIONS = [...WRITES, 'listPlans', ...READS, 'mixed']

/** With PostgreSQL: whatever the peer was measured at. @type {Record<string, Rule>} */
export const POSTGRES_TARGETS = Object.fromEntries(PEER_OPERATIONS.map((id) => [rps(id), timesPeer(5, id)]))
