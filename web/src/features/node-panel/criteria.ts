import { type Criterion, formatCriteria, parseCriteria } from '@cairn/contract/rules/criteria'

/**
 * A change to one criterion. It is found by its text, so the change still applies after someone else changed other
 * criteria. `at` is its index, for criteria with the same text. A new text is added if its criterion is gone.
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
  if (!criterion) {
    if (change.kind !== 'rewrite') return formatCriteria(criteria)
    return formatCriteria(criteria.toSpliced(change.at, 0, { text: oneLine(change.to), isDone: false }))
  }
  const changed: Criterion[] = {
    tick: () => [{ ...criterion, isDone: change.kind === 'tick' && change.isDone }],
    rewrite: () => [{ ...criterion, text: change.kind === 'rewrite' ? oneLine(change.to) : criterion.text }],
    remove: () => [],
  }[change.kind]()
  return formatCriteria(criteria.toSpliced(index, 1, ...changed))
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

/** The text that a change adds, as it is stored; it would be lost with the change. */
export function addedText(change: CriteriaChange): string | null {
  if (change.kind === 'add') return oneLine(change.text)
  if (change.kind === 'rewrite') return oneLine(change.to)
  return change.kind === 'restore' ? change.criterion.text : null
}

export interface KeyedCriterion extends Criterion {
  key: number
}

/** Criteria with keys that stay when others are added, moved or removed, and when the text of one changes. */
export function keyCriteria(before: readonly KeyedCriterion[], now: readonly Criterion[]): KeyedCriterion[] {
  const free = [...before]
  const take = (isIt: (known: KeyedCriterion) => boolean): number | undefined => {
    const index = free.findIndex(isIt)
    return index === -1 ? undefined : free.splice(index, 1)[0]?.key
  }
  const keys = now.map(({ text }) => take((known) => known.text === text))
  let next = Math.max(-1, ...before.map(({ key }) => key)) + 1
  return now.map((criterion, index) => ({
    ...criterion,
    key: keys[index] ?? take((known) => known === before[index]) ?? next++,
  }))
}

/** The marker of a list item, with its checkbox. */
const MARKER = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]?\]\s*)?/

/** The criteria in a pasted list, without their markers. */
export const pastedCriteria = (text: string): string[] =>
  text.split(/\r\n?|\n/).flatMap((line) => line.replace(MARKER, '').trim() || [])
