/** Names of the assignees that are shown. The others are counted. */
const NAMED = 2

/** Such as “Assigned to Ana Ruiz, Ben Ode and 3 others”. */
export function assignedTo(names: readonly string[]): string {
  if (names.length === 0) return 'Unassigned'
  const rest = names.length - NAMED
  const [last] = names.slice(-1)
  if (names.length === 1) return `Assigned to ${last}`
  if (rest <= 1) return `Assigned to ${names.slice(0, -1).join(', ')} and ${last}`
  return `Assigned to ${names.slice(0, NAMED).join(', ')} and ${rest} others`
}
