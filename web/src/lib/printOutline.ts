import { OUTLINE_MARK } from '@cairn/contract/rules/planOutline'
import { type OutlineItem, parseOutline } from './outlineText.ts'

/**
 * Prints an outline so that `parseOutline` can read it: as a Markdown checklist, or as spreadsheet rows if there are
 * descriptions.
 */
export function printOutline(items: readonly OutlineItem[]): string {
  const [step, toLine] = hasDescriptions(items) ? ['\t', toRow] : ['  ', toListLine]
  const lines: string[] = []
  const print = (level: readonly OutlineItem[], indent: string) => {
    for (const item of level) {
      lines.push(`${indent}${toLine(item)}`)
      print(item.children, `${indent}${step}`)
    }
  }
  print(items, '')
  return lines.join('\n')
}

const hasDescriptions = (items: readonly OutlineItem[]): boolean =>
  items.some(({ description, children }) => description !== undefined || hasDescriptions(children))

function toListLine({ title, status = 'not_started', due_date }: OutlineItem): string {
  const due = due_date === undefined ? '' : ` {due=${due_date}}`
  return `- [${OUTLINE_MARK[status]}] ${onOneLine(title)}${due}`
}

/** Each line of the description has a cell. The status is never empty, because rows are recognized by a second cell. */
function toRow({ title, status = 'not_started', due_date = '', description = '' }: OutlineItem): string {
  const name = onOneLine(title)
  const [read] = parseOutline(name)
  const cells = [read?.title === name ? name : `- [ ] ${name}`, status, due_date]
  return [...cells, ...(description === '' ? [] : description.split('\n'))].map(toCell).join('\t')
}

const onOneLine = (title: string): string => title.replace(/\s+/g, ' ')

/** Quotes a cell if reading it would change it. */
function toCell(text: string): string {
  const cell = text.replaceAll('\t', ' ')
  return /^\s|"|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
