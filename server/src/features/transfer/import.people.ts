import type { NamedPerson, Problems, ReadNode } from './import.read.ts'

/** A node, and a person to whom it is assigned. */
export interface Assigned {
  node: string
  user_id: string
}

/** Who may be assigned in the new plan. */
export interface Member {
  id: string
  name: string
  email: string
}

/** No name or email is longer; composing takes quadratic time in the number of accents on one letter. */
const PLAIN_MAX = 1_000
const plain = (text: string): string => text.slice(0, PLAIN_MAX).normalize('NFC').trim().toLowerCase()

/** The people of the nodes who are members, by email or else by name. The others are named, and never invited. */
export function assignedOf(nodes: Iterable<ReadNode>, members: readonly Member[], problems: Problems): Assigned[] {
  const find = ({ name, email }: NamedPerson) =>
    email === ''
      ? members.find((member) => plain(member.name) === plain(name))
      : members.find((member) => plain(member.email) === plain(email))
  const unknown = new Map<string, { label: string; line: number; count: number }>()
  const assigned: Assigned[] = []
  for (const { key, people, line } of nodes) {
    const found = new Set<string>()
    for (const person of people) {
      const member = find(person)
      if (member) found.add(member.id)
      else {
        const { name, email } = person
        const label = (name && email ? `${name} (${email})` : name || email).slice(0, 120)
        const known = unknown.get(plain(label)) ?? { label, line, count: 0 }
        known.count++
        unknown.set(plain(label), known)
      }
    }
    for (const user_id of found) assigned.push({ node: key, user_id })
  }
  for (const { label, line, count } of unknown.values())
    problems.warn(
      line,
      'assignees',
      `${label} has ${count === 1 ? '1 node' : `${count} nodes`}, but is not a member of the new plan`,
      'Not assigned, and not invited',
    )
  return assigned
}
