const LISTED_MAX = 10

/** 'Ana, Ben and you' */
export function reactors(userIds: readonly string[], nameOf: (userId: string) => string): string {
  const listed = userIds.slice(0, LISTED_MAX).map(nameOf)
  const others = userIds.length - listed.length
  const names = others > 0 ? [...listed, others === 1 ? '1 other' : `${others} others`] : listed
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
