/** Joins class names and drops falsy ones: `cx('row', selected && 'bg-hover')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
