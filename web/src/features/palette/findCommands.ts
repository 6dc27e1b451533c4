import { bestMatches, rankOf } from '../../lib/bestMatches.ts'
import type { Command } from '../../lib/commands.ts'
import { fold } from '../../lib/fold.ts'

const COMMANDS_MAX = 20

export interface Group {
  title: string
  commands: readonly Command[]
}

const textOf = ({ label, also }: Command): string => fold(also ? `${label} ${also}` : label)

/** Groups matching commands and destinations. With a search, the group with the best match comes first. */
export function findCommands(typed: string, commands: readonly Command[], places: readonly Command[]): Group[] {
  const runnable = commands.filter(({ run }) => run)
  // A page may register an app command again with a shortcut. Only that one is listed.
  const withKeys = new Set(runnable.flatMap(({ label, keys }) => (keys ? [label] : [])))
  const offered = runnable.filter(({ label, keys }) => keys || !withKeys.has(label))
  if (typed === '') return grouped([...offered, ...places])
  const best = ({ commands: among }: Group) => Math.max(...among.map(({ label }) => rankOf(fold(label), typed)))
  return grouped([...bestMatches(offered, { typed, max: COMMANDS_MAX, textOf }), ...places]).sort(
    (a, b) => best(b) - best(a),
  )
}

function grouped(commands: readonly Command[]): Group[] {
  const groups = new Map<string, Command[]>()
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  return [...groups].map(([title, among]) => ({ title, commands: among }))
}
