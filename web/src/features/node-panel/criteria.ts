import { type Criterion, formatCriteria, parseCriteria } from '@cairn/contract/rules/criteria'

/** A change to one criterion, told by what it says, so that it still fits after somebody else has changed the others. */
export type CriteriaChange =
  | { kind: 'add'; text: string }
  | { kind: 'tick'; text: string; isDone: boolean }
  | { kind: 'rewrite'; text: string; to: string }
  | { kind: 'remove'; text: string }
  | { kind: 'restore'; criterion: Criterion; index: number }

export function changeCriteria(text: string | null, change: CriteriaChange): string {
  const criteria = parseCriteria(text)
  if (change.kind === 'add') return formatCriteria([...criteria, { text: oneLine(change.text), isDone: false }])
  if (change.kind === 'restore') return formatCriteria(criteria.toSpliced(change.index, 0, change.criterion))
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
