import type { OutlineItem } from './outlineText.ts'

/** Prints an outline as a Markdown checklist, which `parseOutline` can read. */
export function printOutline(items: readonly OutlineItem[]): string {
  const lines: string[] = []
  const print = (level: readonly OutlineItem[], indent: string) => {
    for (const { title, status, children } of level) {
      lines.push(`${indent}- [${status === 'completed' ? 'x' : ' '}] ${title.replace(/\s+/g, ' ')}`)
      print(children, `${indent}  `)
    }
  }
  print(items, '')
  return lines.join('\n')
}
