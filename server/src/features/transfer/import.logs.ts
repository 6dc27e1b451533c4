import { LIMITS } from '@cairn/contract/api/common'
import { cut } from '../../base/cut.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Member } from './import.people.ts'
import type { Problems, ReadLog } from './import.read.ts'

/** An entry that the caller can write as it is. */
export type SoundLog = Omit<ReadLog, 'author' | 'line'>

/** Entries of other people begin with their name, because no one can write for someone else. */
export async function soundLogs(
  logs: readonly ReadLog[],
  members: readonly Member[],
  problems: Problems,
): Promise<SoundLog[]> {
  const own = new Set(members.map(({ email }) => email.toLowerCase()))
  return mapInTurns(logs, ({ author: { name, email }, line, ...log }) => {
    if (name === '' || own.has(email.toLowerCase())) return log
    const content = `${name}: ${log.content}`
    if (content.length > LIMITS.content)
      problems.warn(
        line,
        'logs',
        `With the name of its author the text is longer than ${LIMITS.content.toLocaleString('en-US')} characters`,
        'It is cut there',
      )
    return { ...log, content: cut(content, LIMITS.content) }
  })
}
