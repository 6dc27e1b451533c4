// Measures the load of other programs, which makes figures unreliable.
import { cpus } from 'node:os'
import { sum } from './stats.mjs'

/** CPU time of all programs since the machine started, in milliseconds. */
const busyMs = () => sum(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq))

/**
 * Starts measuring.
 * @param {() => number} ownMs CPU time that our own processes have used so far, in milliseconds
 * @returns {() => number} the share of all CPUs (0–1) that other programs have used since
 */
export function watchOthers(ownMs) {
  const [started, busyBefore, ownBefore] = [performance.now(), busyMs(), ownMs()]
  return () => {
    const others = busyMs() - busyBefore - (ownMs() - ownBefore)
    return Math.max(0, others / ((performance.now() - started) * cpus().length))
  }
}
