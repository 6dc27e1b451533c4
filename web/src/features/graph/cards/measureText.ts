import { useSyncExternalStore } from 'react'

export interface Font {
  size: number
  weight: number
}

/** As `--font-sans` in `styles.css`. */
export const fontOf = ({ size, weight }: Font): string =>
  `${weight} ${size}px "Inter Variable", ui-sans-serif, system-ui, sans-serif`

const MEASURED_MAX = 20_000
let measured = new Map<string, number>()
let pen: CanvasRenderingContext2D | null | undefined

/** The width of a text, measured once. Estimates it where nothing can be drawn. */
export function measureText(text: string, font: Font): number {
  const key = `${font.weight} ${font.size} ${text}`
  const before = measured.get(key)
  if (before !== undefined) return before
  if (measured.size > MEASURED_MAX) measured = new Map()
  const width = widthOf(text, font)
  measured.set(key, width)
  return width
}

function widthOf(text: string, font: Font): number {
  pen ??= document.createElement('canvas').getContext('2d')
  if (typeof pen?.measureText !== 'function') return text.length * font.size * 0.54
  pen.font = fontOf(font)
  return pen.measureText(text).width
}

let loads = 0
const watchers = new Set<() => void>()

/** Fonts load when their letters are first used, and change all widths. */
function handleLoaded(): void {
  measured = new Map()
  loads += 1
  for (const onChange of watchers) onChange()
}

function watchFonts(onChange: () => void): () => void {
  const { fonts } = document
  if (watchers.size === 0) fonts?.addEventListener?.('loadingdone', handleLoaded)
  watchers.add(onChange)
  return () => {
    watchers.delete(onChange)
    if (watchers.size === 0) fonts?.removeEventListener?.('loadingdone', handleLoaded)
  }
}

/** A number that changes when a font has been loaded, and widths with it. */
export const useFontLoads = (): number => useSyncExternalStore(watchFonts, () => loads)
