/** The width of a text in px. */
export type Measure = (text: string) => number

const ELLIPSIS = '…'

/**
 * Breaks a text into lines after spaces and hyphens, and inside words that are wider than a line. The last line is cut
 * with an ellipsis if the text is longer. `widths` has the room of each line.
 */
export function textLines(text: string, widths: readonly number[], measure: Measure): string[] {
  const lines: string[] = []
  let rest = text.trim().replace(/\s+/g, ' ')
  for (const [index, width] of widths.entries()) {
    if (rest === '') break
    if (index === widths.length - 1) {
      lines.push(cut(rest, width, measure))
      break
    }
    const end = lineEnd(rest, width, measure)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return lines
}

/** Where the first line of a text ends, at least one letter from its start. */
function lineEnd(text: string, width: number, measure: Measure): number {
  let end = 0
  let used = 0
  for (const [part] of text.matchAll(/[^\s-]*(?:-+|\s+|$)/g)) {
    const needed = used + measure(part.trimEnd())
    if (needed > width) return end > 0 ? end : Math.max(1, fitting(text, width, measure))
    used += measure(part)
    end += part.length
  }
  return end
}

/** The text, or its beginning with an ellipsis. */
function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text
  const end = fitting(text, width - measure(ELLIPSIS), measure)
  return `${text.slice(0, end).trimEnd()}${ELLIPSIS}`
}

/** How much of a text fits, in whole characters as people see them. */
function fitting(text: string, width: number, measure: Measure): number {
  let end = 0
  for (const { segment, index } of SEGMENTS.segment(text)) {
    const next = index + segment.length
    if (measure(text.slice(0, next)) > width) break
    end = next
  }
  return end
}

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
