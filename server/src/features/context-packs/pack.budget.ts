// Fits sections into a budget. Costs are in tenths of a token.
import { beginningWithin, cost } from './pack.tokens.ts'

export interface Block {
  /** Written by Cairn; empty for none. */
  head: string
  lines: readonly string[]
  /** Whether each line is an item of a list, and is shown as a whole or not at all. */
  isList: boolean
  /** What each line costs, and the block: texts are counted once. */
  costs: readonly number[]
  cost: number
}

export function block(head: string, lines: readonly string[], isList = false): Block {
  const costs = lines.map((line) => cost(line) + LINE_BREAK)
  return { head, lines, isList, costs, cost: costs.reduce((sum, one) => sum + one, headCost(head)) }
}

export interface Section {
  title: string
  blocks: readonly Block[]
  /** `shared`: the blocks after the first share the room. `first`: earlier ones leave some to the next. */
  room: 'shared' | 'first'
  weight: number
  /** Whether there is more than the blocks have. */
  hasMore: boolean
  /** The request, or the tool, that returns more; null if nothing does. */
  more: string | null
}

export interface Fitted {
  text: string
  cost: number
  items: number
  isCut: boolean
}

const LINE_BREAK = cost('\n')
/** Of a cut text at least this much is shown. */
const LEAST_TEXT = 200
const CUT = ' […]'
const NOTHING: Fitted = { text: '', cost: 0, items: 0, isCut: false }

/** Shares of the room by weight: what one does not need goes to the others. */
export function share(room: number, wants: readonly { want: number; weight: number }[]): number[] {
  const shares = wants.map(() => 0)
  let open = wants.map((_, i) => i)
  let left = room
  for (;;) {
    const weights = open.reduce((sum, i) => sum + (wants[i]?.weight ?? 0), 0)
    const content = open.filter((i) => {
      const { want = 0, weight = 0 } = wants[i] ?? {}
      return want * weights <= left * weight
    })
    if (content.length === 0) {
      for (const i of open) shares[i] = Math.floor((left * (wants[i]?.weight ?? 0)) / weights)
      return shares
    }
    for (const i of content) {
      shares[i] = wants[i]?.want ?? 0
      left -= shares[i] ?? 0
    }
    open = open.filter((i) => !content.includes(i))
    if (open.length === 0) return shares
  }
}

/** A block is followed by an empty line. */
const headCost = (head: string): number => LINE_BREAK + (head === '' ? 0 : cost(head) + 2 * LINE_BREAK)
const itemsOf = ({ isList, lines }: Block): number => (isList ? lines.length : 1)

const titleOf = ({ title }: Section): string => `## ${title}`
const noteOf = ({ more }: Section): string => (more === null ? 'Cut. More cannot be shown.' : `Cut. More: \`${more}\``)
const frameCost = (section: Section): number => cost(titleOf(section)) + 2 * LINE_BREAK
const noteCost = (section: Section): number => cost(noteOf(section)) + 2 * LINE_BREAK

/** What the section costs in full. */
export const fullCost = (section: Section): number =>
  section.blocks.length === 0
    ? 0
    : frameCost(section) +
      section.blocks.reduce((sum, { cost }) => sum + cost, 0) +
      (section.hasMore ? noteCost(section) : 0)

/** As much of the section as costs at most `room`; empty if not even its beginning fits. */
export function fit(section: Section, room: number): Fitted {
  if (section.blocks.length === 0) return { ...NOTHING, isCut: section.hasMore }
  const isWhole = fullCost(section) <= room
  const isCut = !isWhole || section.hasMore
  const inside = room - frameCost(section) - (isCut ? noteCost(section) : 0)
  const blocks = isWhole ? section.blocks.map(asWhole) : fitBlocks(section, inside)
  if (blocks.length === 0) return { ...NOTHING, isCut: true }
  const text = [titleOf(section), ...blocks.map(({ text }) => text), ...(isCut ? [noteOf(section)] : [])].join('\n\n')
  return {
    text,
    cost: cost(text) + 2 * LINE_BREAK,
    items: blocks.reduce((sum, { items }) => sum + items, 0),
    isCut,
  }
}

interface FittedBlock {
  text: string
  cost: number
  items: number
}

const written = ({ head }: Block, lines: readonly string[]): string =>
  [...(head === '' ? [] : [head]), ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')

const asWhole = (block: Block): FittedBlock => ({
  text: written(block, block.lines),
  cost: block.cost,
  items: itemsOf(block),
})

function fitBlocks({ blocks, room: how }: Section, room: number): FittedBlock[] {
  if (how === 'shared') {
    const [first, ...others] = blocks
    const title = first && fitBlock(first, others.length === 0 ? room : Math.floor(room / 2))
    if (!title) return []
    const shares = share(
      room - title.cost,
      others.map(({ cost }) => ({ want: cost, weight: 1 })),
    )
    return [title, ...others.flatMap((block, i) => fitBlock(block, shares[i] ?? 0) ?? [])]
  }
  const fitted: FittedBlock[] = []
  let left = room
  for (const [i, block] of blocks.entries()) {
    const isLast = i === blocks.length - 1
    const most = isLast ? left : Math.max(Math.floor(left * 0.6), Math.min(left, 2 * LEAST_TEXT))
    const one = fitBlock(block, most)
    if (!one) break
    fitted.push(one)
    left -= one.cost
  }
  return fitted
}

function fitBlock(whole: Block, room: number): FittedBlock | undefined {
  if (whole.cost <= room) return asWhole(whole)
  const { head, isList, costs } = whole
  const before = headCost(head)
  let left = room - before
  const lines: string[] = []
  for (const [i, line] of whole.lines.entries()) {
    const needed = costs[i] ?? 0
    if (needed > left) {
      const cut = isList || left < LEAST_TEXT ? undefined : cutLine(line, left - LINE_BREAK)
      if (cut !== undefined) {
        lines.push(cut)
        left -= cost(cut) + LINE_BREAK
      }
      break
    }
    lines.push(line)
    left -= needed
  }
  if (lines.length === 0) return undefined
  return { text: written(whole, lines), cost: room - left, items: isList ? lines.length : 1 }
}

/** Keeps the prefix of a quote, because a cut line still begins with it. */
function cutLine(line: string, room: number): string {
  const text = beginningWithin(line, room - cost(CUT))
  const space = text.lastIndexOf(' ')
  return (space > text.length - 40 && space > 2 ? text.slice(0, space) : text) + CUT
}
