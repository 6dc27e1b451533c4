// The badges on the lower edge of a card, partly outside, so that the title keeps its room.

import type { NodeIconName } from '../../../display/nodeIcons.tsx'
import { formatNumber } from '../../../lib/numbers.ts'
import type { Mark, Part } from './marks.ts'
import type { Font } from './measureText.ts'
import type { Tone } from './tones.ts'

export interface BadgeContent {
  part: Part
  text: string
  label?: string
  /** With the icon, in place of the text where there is not enough room. */
  short?: string
  icon?: NodeIconName
  fill: Tone
  stroke: Tone
  tone: Tone
}

interface Edge {
  width: number
  height: number
  /** Of the letters, in px. */
  size: number
  /** Between the last badge and the right end. */
  right: number
  /** Badges are below the edge rather than half inside. */
  hangs: boolean
  hasFold: boolean
  folded: number
  measure: (text: string, font: Font) => number
}

const GAP = 5

/** The badges that fit, in their order, at the right. `floor` is where the content of the card ends. */
export function placeBadges(badges: readonly BadgeContent[], edge: Edge): { marks: Mark[]; floor: number } {
  const { width, height, size, right, hangs, hasFold, folded, measure } = edge
  const font = { size, weight: 500 }
  const [boxHeight, pad] = [size + 8, Math.round(size * 0.5)]
  const y = height - (hangs ? Math.floor(boxHeight / 5) : boxHeight / 2)
  const widthOf = (text: string, icon: boolean) =>
    Math.max(boxHeight, Math.ceil(measure(text, font)) + 2 * pad + (icon ? size + 3 : 0))
  const badgeMarks = (badge: BadgeContent, text: string, x: number, icon: NodeIconName | undefined): Mark[] => {
    const boxWidth = widthOf(text, icon !== undefined)
    const content = measure(text, font) + (icon ? size + 3 : 0)
    const left = x + (boxWidth - content) / 2
    // Opens like a dropdown, so its icon is behind the text.
    const isIconLast = badge.part === 'fold'
    const textX = icon && !isIconLast ? left + size + 3 : left
    const { part, label, fill, stroke, tone } = badge
    const marks: Mark[] = [
      { kind: 'box', part, label, x, y, width: boxWidth, height: boxHeight, radius: boxHeight / 2, fill, stroke },
      { kind: 'text', part, label, x: textX, y: y + 4, lines: [text], ...font, lineHeight: size, tone },
    ]
    const iconX = isIconLast ? left + content - size : left
    if (icon) marks.push({ kind: 'icon', part, icon, x: iconX, y: y + 4, size, tone })
    return marks
  }

  const foldText = formatNumber(folded)
  const foldWidth = hasFold ? widthOf(foldText, true) : 0
  const foldX = (width - foldWidth) / 2
  const fold: BadgeContent = { part: 'fold', text: foldText, fill: 'surface', stroke: 'line-strong', tone: 'muted' }
  const marks: Mark[] = folded > 0 ? badgeMarks(fold, foldText, foldX, 'folded') : []

  const end = width - right
  const room = end - (hasFold ? foldX + foldWidth + GAP : right)
  const takeAll = (isShort: boolean) => {
    let used = 0
    return badges.flatMap((badge) => {
      const icon = isShort && badge.short !== undefined ? badge.icon : undefined
      const text = isShort ? (badge.short ?? badge.text) : badge.text
      const needed = widthOf(text, icon !== undefined) + (used > 0 ? GAP : 0)
      if (used + needed > room) return []
      used += needed
      return [{ badge, text, icon, width: widthOf(text, icon !== undefined) }]
    })
  }
  const full = takeAll(false)
  const taken = full.length === badges.length ? full : takeAll(true)
  let x = end
  for (const { badge, text, icon, width: boxWidth } of taken.toReversed()) {
    x -= boxWidth
    marks.push(...badgeMarks(badge, text, x, icon))
    x -= GAP
  }
  return { marks, floor: marks.length > 0 ? y : height }
}
