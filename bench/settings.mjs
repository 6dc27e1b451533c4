// How much is measured. QUICK=1 only checks that everything works; its figures are not meaningful.

export const quick = process.env.QUICK === '1'

/** Sizes of the plans that are read and written: small, medium, large. */
export const SIZES = quick ? [100, 200, 500] : [100, 2_000, 10_000]
export const [SMALL, , LARGE] = SIZES

export const PLANS_LISTED = 100
export const NODES_PER_PHASE = 50

/** Rounds per figure, of which the median counts. Each round runs every system, which cancels the machine's drift. */
export const ROUNDS = quick ? 1 : 3
export const ROUND_MS = quick ? 50 : 1_000
export const WARM_UP_MS = quick ? 20 : 300

export const CONNECTIONS = quick ? [1, 16] : [1, 16, 64]
/** The number of connections in the targets. */
export const TARGET_CONNECTIONS = 16

/** Changes that are undone one by one. */
export const UNDO_TURNS = quick ? 5 : 100

/** Context packs that are read, and the dependencies and log entries of their node. */
export const PACK_TURNS = quick ? 5 : 100
export const PACK_ITEMS = quick ? 5 : 100

/** Agents that race for tasks, the sizes of their plans, and how many tasks they claim in a round. */
export const AGENTS = quick ? 5 : 20
export const RACE_SIZES = quick ? [200] : [1_000, 10_000]
export const RACE_CLAIMS = quick ? 30 : 300
/** Lists of ready tasks that are read. */
export const READY_TURNS = quick ? 5 : 100

/** Siblings in the plan of the bulk calls. */
export const SIBLINGS = quick ? 500 : 10_000
export const BULK = quick ? 50 : 500

export const BLOCKING_MS = quick ? 200 : 3_000
export const COLD_STARTS = quick ? 1 : 5
export const SOCKETS = quick ? 200 : 5_000
/** How long a server idles before its memory is measured. */
export const SETTLE_MS = quick ? 100 : 1_000
export const DELIVERIES = quick ? 1 : 5

/** Sizes of the plans opened in a browser. */
export const WORKSPACE_SIZES = quick ? [100] : [100, 1_000, 10_000]
/** Size of a plan that is only opened, moved and zoomed in a browser: the most nodes that a plan may have. */
export const LARGEST = quick ? 300 : 50_000
export const WORKSPACE_ROUNDS = quick ? 1 : 5
/** Zoom levels: full cards, smallest cards, painted nodes, and the whole plan. */
export const PAN_ZOOMS = [1, 0.7, 0.45, 0.35, 0.1]
/** Number of changes that arrive together, and of people present. */
export const BURST_EVENTS = 500
export const CROWD = quick ? 5 : 50
export const LAYOUT_NODES = quick ? 1_000 : 10_000
