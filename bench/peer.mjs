// Figures of the reference product, a comparable planner on Express and PostgreSQL that was measured once. To compare on
// another machine, they are multiplied by the baseline server's figure now and divided by its figure then.

/** Requests per second with 16 connections. */
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

/** The estimate for the reference product on this machine, from the baseline server's current figure. */
export const peerToday = (operation, limitNow) => (THEN[operation].peer * limitNow) / THEN[operation].limit
