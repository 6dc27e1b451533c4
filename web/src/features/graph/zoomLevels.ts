// Zoom levels at which nodes show fewer details.

/** Below this zoom, nodes are painted on the canvas layer instead of mounted as elements. */
export const FAR_ZOOM = 0.4
/** Below this zoom, a card shows a larger title and what matters most, because the rest would be unreadable. */
const MIDDLE_ZOOM = 0.7
/** On the screen. Smaller titles are not drawn. */
const TITLE_MIN_PX = 11

export interface Level {
  name: 'close' | 'middle' | 'far'
  /** Size of the title in px of the canvas; 0 if it would be unreadable. When close, the size depends on the type. */
  title: number
}

const CLOSE: Level = { name: 'close', title: 16 }
/** In steps, so that lines are broken again at a few zoom levels instead of in every frame. */
const MIDDLE = [20, 22, 24, 28].map((title): Level => ({ name: 'middle', title }))
const FAR = [32, 36, 40, 44].map((title): Level => ({ name: 'far', title }))
const TINY: Level = { name: 'far', title: 0 }

export const LEVELS: readonly Level[] = [CLOSE, ...MIDDLE, ...FAR, TINY]

/** The level of detail at a zoom: the smallest title that can be read. The same object for the same level. */
export function levelAt(zoom: number): Level {
  if (zoom >= MIDDLE_ZOOM) return CLOSE
  const isReadable = ({ title }: Level) => title * zoom >= TITLE_MIN_PX - ROUNDING
  return (zoom < FAR_ZOOM ? FAR : MIDDLE).find(isReadable) ?? TINY
}
const ROUNDING = 0.01
