// Acceptance criteria are one text with one criterion per line. A met criterion begins with `[x] `.

export interface Criterion {
  text: string
  isDone: boolean
}

const TICK = '[x] '
const ANY_BOX = /^\s*(?:[-*]\s+)?\[( |x|X)\]\s+/

/** Blank lines are not criteria. The checkbox syntax of other programs (`- [ ] `) is accepted too. */
export function parseCriteria(text: string | null): Criterion[] {
  return (text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const box = ANY_BOX.exec(line)
      return { text: box ? line.slice(box[0].length) : line.trim(), isDone: box !== null && box[1] !== ' ' }
    })
}

export const formatCriteria = (criteria: readonly Criterion[]): string =>
  criteria.map(({ text, isDone }) => (isDone ? TICK + text : text)).join('\n')

/** The same criteria, all unmet; a text without met criteria is unchanged. */
export function withoutTicks(text: string): string {
  const criteria = parseCriteria(text)
  if (!criteria.some(({ isDone }) => isDone)) return text
  return formatCriteria(criteria.map((criterion) => ({ ...criterion, isDone: false })))
}
