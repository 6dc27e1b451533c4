// Who else was busy: figures from a machine that others use at the same time say little.
import { cpus } from 'node:os'
import { sum } from './stats.mjs'

/** Milliseconds that all processors together have been busy since the machine started. */
const busyMs = () => sum(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq))

/**
 * Watches the machine from now on.
 * @param {() => number} ownMs processor time that our own processes have used so far, in milliseconds
 * @returns {() => number} the share of all processors (0–1) that other programs have used since
 */
export function watchOthers(ownMs) {
  const [started, busyBefore, ownBefore] = [performance.now(), busyMs(), ownMs()]
  return () => {
    const others = busyMs() - busyBefore - (ownMs() - ownBefore)
    return Math.max(0, others / ((performance.now() - started) * cpus().length))
  }
}
