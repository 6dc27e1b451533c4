import { mapInTurns } from '../../base/turns.ts'
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

/** Compares names and emails; a file repeats the same ones for many nodes. */
function comparison(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text) ?? plain(text)
    known.set(text, found)
    return found
  }
}

/** The people of the nodes who are members, by email or else by name. The others are named, and never invited. */
export async function assignedOf(
  nodes: readonly ReadNode[],
  members: readonly Member[],
  problems: Problems,
): Promise<Assigned[]> {
  const plainOf = comparison()
  const find = ({ name, email }: NamedPerson) =>
    email === ''
      ? members.find((member) => plainOf(member.name) === plainOf(name))
      : members.find((member) => plainOf(member.email) === plainOf(email))
  const unknown = new Map<string, { label: string; line: number; count: number }>()
  const assigned: Assigned[] = []
  await mapInTurns(nodes, ({ key, people, line }) => {
    const found = new Set<string>()
    for (const person of people) {
      const member = find(person)
      if (member) found.add(member.id)
      else {
        const { name, email } = person
        const label = (name && email ? `${name} (${email})` : name || email).slice(0, 120)
        const known = unknown.get(plainOf(label)) ?? { label, line, count: 0 }
        known.count++
        unknown.set(plainOf(label), known)
      }
    }
    for (const user_id of found) assigned.push({ node: key, user_id })
  })
  for (const { label, line, count } of unknown.values())
    problems.warn(
      line,
      'assignees',
      `${label} has ${count === 1 ? '1 node' : `${count} nodes`}, but is not a member of the new plan`,
      'Not assigned, and not invited',
    )
  return assigned
}
