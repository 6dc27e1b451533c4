// How much of a node is shown from how far away.

/** Below this zoom nodes are painted on the canvas layer instead of being elements. */
export const FAR_ZOOM = 0.4
/** Below this zoom a card says its title and status, larger, and nothing else: the rest could not be read. */
export const PLAIN_ZOOM = 0.6
