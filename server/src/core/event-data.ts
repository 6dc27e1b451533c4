// How an event's `before` and `after` are stored: `data` holds what is shown, `more` the long values that only patching
// and undo need. Lists of events never load `more`.

import { EVENT_MAX_BYTES, EVENT_NODES_MAX, type EventKind, type PlanEvent } from '@cairn/contract/api/events'
import { cut } from '../base/cut.ts'

type Data = PlanEvent['data']
type Side = Record<string, unknown>
interface Sides {
  before: Side | null
  after: Side | null
  /** In storage alone. */
  differing?: string[]
}

/** The characters of a long text that stay in `data`; sentences quote its beginning. */
const SHORT = 400
const TEXTS = new Set(['description', 'acceptance_criteria', 'context', 'agent_instructions', 'content'])
const OBJECTS = new Set(['metadata', 'nodes', 'edges'])
/** Shorter texts are small enough in any encoding. */
const SURELY_SMALL = 40_000

/** The event's data as sent: a subtree or texts that would make it too large are omitted. */
export function fitData<K extends EventKind>(kind: K, data: Extract<PlanEvent, { kind: K }>['data']): typeof data {
  if (kind === 'node.restored' || kind === 'node.duplicated') {
    const { before, after } = data as PlanEvent<'node.restored'>['data']
    if (after.nodes.length <= EVENT_NODES_MAX && fits(data)) return data
    return { before, after: { ...after, nodes: [], ...('edges' in after && { edges: [] }) } } as unknown as typeof data
  }
  if (kind !== 'node.created' && kind !== 'node.updated') return data
  const { before, after } = data as unknown as Sides
  return textLength(before) + textLength(after) <= SURELY_SMALL || fits(data)
    ? data
    : (withoutTexts(data) as unknown as typeof data)
}

const fits = (data: Data): boolean => Buffer.byteLength(JSON.stringify(data)) <= EVENT_MAX_BYTES

function textLength(side: Side | null): number {
  let length = 0
  for (const field of TEXTS) {
    const text = side?.[field]
    if (typeof text === 'string') length += text.length
  }
  return length
}

function withoutTexts(data: Data): Data {
  const { before, after } = data as unknown as Sides
  const left_out = Object.keys({ ...before, ...after }).filter((field) => TEXTS.has(field))
  const rest = (side: Side | null) =>
    side && Object.fromEntries(Object.entries(side).filter(([field]) => !TEXTS.has(field)))
  return { before: rest(before), after: rest(after), left_out } as unknown as Data
}

/** As two texts; `more` is null for most events. */
export function packData(data: Data): { data: string; more: string | null } {
  const sides = data as unknown as Sides
  const { before, after } = sides
  const [longBefore, longAfter] = [longValues(before), longValues(after)]
  if (!longBefore && !longAfter) return { data: JSON.stringify(data), more: null }
  return {
    data: JSON.stringify({
      ...sides,
      before: longBefore ? { ...before, ...shortened(longBefore) } : before,
      after: longAfter ? { ...after, ...shortened(longAfter) } : after,
      ...(before && after && { differing: differing(before, after, { ...longBefore, ...longAfter }) }),
    }),
    more: JSON.stringify({ before: longBefore, after: longAfter }),
  }
}

/** The long values that differ before and after, even if their beginnings do not. */
const differing = (before: Side, after: Side, long: Side): string[] =>
  Object.keys(long).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** The recorded differences of long values in stored data. */
export const differingIn = (data: Data): readonly string[] => (data as unknown as Sides).differing ?? []

function longValues(side: Side | null): Side | null {
  let long: Side | undefined
  for (const field in side) {
    const value = side[field]
    const isMuch = TEXTS.has(field)
      ? typeof value === 'string' && value.length > SHORT
      : OBJECTS.has(field) && isLong(value)
    if (!isMuch) continue
    long ??= {}
    long[field] = value
  }
  return long ?? null
}

const isLong = (value: unknown): boolean =>
  value !== null && value !== undefined && JSON.stringify(value).length > SHORT

const shortened = (long: Side): Side =>
  Object.fromEntries(
    Object.entries(long).map(([field, value]) => {
      if (typeof value === 'string') return [field, cut(value, SHORT)]
      return [field, Array.isArray(value) ? [] : {}]
    }),
  )

/** The data as it was packed. */
export function unpackData(data: string, more: string | null): Data {
  const { differing: _, ...shown } = JSON.parse(data) as Sides
  if (more === null) return shown as unknown as Data
  const long = JSON.parse(more) as Sides
  return {
    ...shown,
    before: shown.before && { ...shown.before, ...long.before },
    after: shown.after && { ...shown.after, ...long.after },
  } as unknown as Data
}
