// Zoom levels at which nodes show fewer details.

/** Below this zoom, nodes are painted on the canvas layer instead of mounted as elements. */
export const FAR_ZOOM = 0.4
/** Below this zoom, a card shows only a larger title and the status, because the rest would be unreadable. */
export const PLAIN_ZOOM = 0.6
