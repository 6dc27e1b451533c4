import { OUTLINE_MARK } from '@cairn/contract/rules/planOutline'
import type { OutlineItem } from './outlineText.ts'

/** Prints an outline as a Markdown checklist, which `parseOutline` can read. */
export function printOutline(items: readonly OutlineItem[]): string {
  const lines: string[] = []
  const print = (level: readonly OutlineItem[], indent: string) => {
    for (const { title, status = 'not_started', due_date, children } of level) {
      const due = due_date === undefined ? '' : ` {due=${due_date}}`
      lines.push(`${indent}- [${OUTLINE_MARK[status]}] ${title.replace(/\s+/g, ' ')}${due}`)
      print(children, `${indent}  `)
    }
  }
  print(items, '')
  return lines.join('\n')
}
