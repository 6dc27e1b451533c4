import { type Criterion, formatCriteria, parseCriteria } from '@cairn/contract/rules/criteria'

/**
 * A change to one criterion. It is found by its text, so the change still applies after someone else changed other
 * criteria. `at` is its index, for criteria with the same text.
 */
export type CriteriaChange =
  | { kind: 'add'; text: string }
  | { kind: 'tick'; text: string; at: number; isDone: boolean }
  | { kind: 'rewrite'; text: string; at: number; to: string }
  | { kind: 'remove'; text: string; at: number }
  | { kind: 'restore'; criterion: Criterion; index: number }

export function changeCriteria(text: string | null, change: CriteriaChange): string {
  const criteria = parseCriteria(text)
  if (change.kind === 'add') return formatCriteria([...criteria, { text: oneLine(change.text), isDone: false }])
  if (change.kind === 'restore') return formatCriteria(criteria.toSpliced(change.index, 0, change.criterion))
  const isIt = (criterion: Criterion | undefined) => criterion?.text === change.text
  const index = isIt(criteria[change.at]) ? change.at : criteria.findIndex(isIt)
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
