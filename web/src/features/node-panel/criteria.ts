// Acceptance criteria are one text with a criterion a line; a ticked one begins with `[x] ` (decisions 6).

export interface Criterion {
  text: string
  isDone: boolean
}

const TICK = '[x] '
const ANY_BOX = /^\s*(?:[-*]\s+)?\[( |x|X)\]\s+/

/** Blank lines are no criteria. Boxes as other programs write them (`- [ ] `) are understood too. */
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

/** A change to one criterion, told by what it says, so that it still fits after somebody else has changed the others. */
export type CriteriaChange =
  | { kind: 'add'; text: string }
  | { kind: 'tick'; text: string; isDone: boolean }
  | { kind: 'rewrite'; text: string; to: string }
  | { kind: 'remove'; text: string }

export function changeCriteria(text: string | null, change: CriteriaChange): string {
  const criteria = parseCriteria(text)
  if (change.kind === 'add') return formatCriteria([...criteria, { text: oneLine(change.text), isDone: false }])
  const index = criteria.findIndex((criterion) => criterion.text === change.text)
  const criterion = criteria[index]
  if (!criterion) return formatCriteria(criteria)
  const changed: Criterion[] = {
    tick: () => [{ ...criterion, isDone: change.kind === 'tick' && change.isDone }],
    rewrite: () => [{ ...criterion, text: change.kind === 'rewrite' ? oneLine(change.to) : criterion.text }],
    remove: () => [],
  }[change.kind]()
  return formatCriteria(criteria.toSpliced(index, 1, ...changed))
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()
