// Figures of another day that some targets are multiples of. The peer is a comparable Express + PostgreSQL planner, measured on the machine
// on which the limit server reached the figures beside it. Machines differ and drift, so the peer's figure is never used as it stands:
// what the peer would reach here and now is its figure, times the limit server's figure now, divided by the limit server's figure then.

/** Requests a second with 16 connections. */
const THEN = {
  createNode: { peer: 345, limit: 2_508 },
  setStatus: { peer: 24, limit: 3_386 },
  addLog: { peer: 427, limit: 2_916 },
  listPlans: { peer: 113, limit: 1_481 },
  readSmall: { peer: 444, limit: 3_033 },
  readMiddle: { peer: 26, limit: 212 },
  readLarge: { peer: 1.7, limit: 31 },
  mixed: { peer: 192, limit: 2_447 },
}

/** What the peer would reach now, given what the limit server reaches now at the same operation. */
export const peerToday = (operation, limitNow) => (THEN[operation].peer * limitNow) / THEN[operation].limit
