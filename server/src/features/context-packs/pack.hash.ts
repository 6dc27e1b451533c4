// The hash of a pack holds a short hash of each section, so a later request can tell which ones differ and no pack is
// stored.
import { createHash } from 'node:crypto'

/** Changes with the format, which makes every earlier section differ. */
const FORMAT = '1'
const LENGTH = 8

const hashOf = (scope: string, text: string): string =>
  createHash('sha256').update(`${scope}\n${text}`).digest('base64url').slice(0, LENGTH)

/** `scope` identifies the node: the hash of another node's pack matches nothing. */
export const packHash = (scope: string, sections: readonly string[]): string =>
  `${FORMAT}.${sections.map((text, i) => hashOf(`${scope}/${i}`, text)).join('')}`

/** Whether each section differs from that of an earlier hash. */
export function changedSections(hash: string, since: string): boolean[] {
  const parts = (of: string) => of.slice(FORMAT.length + 1).match(new RegExp(`.{${LENGTH}}`, 'g')) ?? []
  const earlier = parts(since)
  return parts(hash).map((part, i) => part !== earlier[i])
}
