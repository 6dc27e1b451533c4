// What the event log keeps of what was deleted permanently: ids, counts and which fields changed, but no text.
import { setTimeout as sleep } from 'node:timers/promises'
import { EVENT_DATA, type EventKind } from '@cairn/contract/api/events'
import { rest } from '../../base/turns.ts'
import { packData, unpackData } from '../../core/event-data.ts'
import type { Services } from '../../core/services.ts'
import type { EventRow } from '../../db/tables/history.ts'
import {
  type ChosenEvents,
  type EventTexts,
  findLastRevision,
  listEvents,
  listKept,
  updateEvents,
} from './maintenance.events.repo.ts'

type App = Pick<Services, 'store'>
type Row = Record<string, unknown>

const EVENTS_AT_ONCE = 20
/** Events without an index for their kind are looked for in this many revisions at once. */
const REVISIONS_AT_ONCE = 2_000
/** An event may have 256 KB: others run after each of that size, or as many smaller ones. */
const TURN_CHARACTERS = 256 * 1024
/** Others run between two transactions. */
const PAUSE_MS = 10

const NODE_TEXTS: Row = {
  title: '',
  description: null,
  acceptance_criteria: null,
  context: null,
  agent_instructions: null,
}
const ENTRY_TEXTS: Row = { content: '', tags: [], metadata: {}, name: '', url: '' }
const ENTRY_KINDS = (Object.keys(EVENT_DATA) as EventKind[]).filter((kind) => /^(log|artifact)\./.test(kind))

/** A deleted log entry, file or link. */
export interface EntryKey {
  node_id: string
  id: string
}

/** Removes the texts of nodes, and of the entries on them, from their events. */
export const forgetNodes = (app: App, planId: string, node_ids: readonly string[]): Promise<void> =>
  rewrite(app, planId, { node_ids }, ({ kind, data }) => ({
    node_title: null,
    data: withSides(data, kind.startsWith('node.') ? blankNode : blankEntry),
  }))

/** Removes the texts of log entries, files and links from their events. */
export function forgetEntries(app: App, planId: string, entries: readonly EntryKey[]): Promise<void> {
  const gone = new Set(entries.map(({ id }) => id))
  const node_ids = [...new Set(entries.map(({ node_id }) => node_id))]
  const forget = (side: Row) => (gone.has(String(side.id)) ? blankEntry(side) : side)
  return rewrite(app, planId, { node_ids, kinds: ENTRY_KINDS }, ({ node_title, data }) => ({
    node_title,
    data: withSides(data, forget),
  }))
}

/** Removes the texts of nodes that are gone from the events of the branches that were restored or copied with them. */
export async function forgetInBranches(app: App, planId: string, deletedBefore: string): Promise<void> {
  const kinds: EventKind[] = ['node.restored', 'node.duplicated']
  const forget: Change = async ({ node_title, data }) => {
    const nodes = (data.after?.nodes ?? []) as (Row & { id: string })[]
    const ids = nodes.map(({ id }) => id)
    const kept = new Set(await listKept(app.store.reader, planId, ids, deletedBefore))
    const known = nodes.map((node) => (kept.has(node.id) ? node : blankNode(node)))
    return { node_title, data: { ...data, after: { ...data.after, nodes: known } } }
  }
  const last = await findLastRevision(app.store.reader, planId)
  for (let after = 0; after < last; after += REVISIONS_AT_ONCE) {
    await rewrite(app, planId, { kinds, after, upTo: after + REVISIONS_AT_ONCE }, forget)
    await rest()
  }
}

interface Sides {
  before: Row | null
  after: Row | null
}
interface Texts {
  node_title: string | null
  data: Sides
}

const withSides = (data: Sides, change: (side: Row) => Row): Sides => ({
  ...data,
  before: data.before && change(data.before),
  after: data.after && change(data.after),
})

const COUNTS = ['child_count', 'completed_child_count']

/** Of the metadata only the counts stay. */
function blankNode(row: Row): Row {
  const known = Object.entries((row.metadata as Row | null | undefined) ?? {})
  const metadata = Object.fromEntries(known.filter(([field]) => COUNTS.includes(field)))
  return blank(row, { ...NODE_TEXTS, metadata })
}
const blankEntry = (row: Row): Row => blank(row, ENTRY_TEXTS)

function blank(row: Row, texts: Row): Row {
  const known = Object.entries(texts).filter(([field]) => field in row)
  return { ...row, ...Object.fromEntries(known) }
}

type Change = (event: Texts & Pick<EventRow, 'kind'>) => Texts | Promise<Texts>

async function rewrite({ store }: App, planId: string, chosen: ChosenEvents, change: Change): Promise<void> {
  let after = chosen.after ?? 0
  for (;;) {
    const rows = await listEvents(store.reader, planId, { ...chosen, after }, EVENTS_AT_ONCE)
    const changed: EventTexts[] = []
    let characters = 0
    for (const { revision, kind, node_title, data, more } of rows) {
      const next = await change({ kind, node_title, data: unpackData(data, more) as unknown as Sides })
      const packed = packData(next.data as unknown as Parameters<typeof packData>[0])
      if (packed.data !== data || packed.more !== more || next.node_title !== node_title)
        changed.push({ revision, node_title: next.node_title, ...packed })
      characters += data.length + (more?.length ?? 0)
      if (characters < TURN_CHARACTERS) continue
      await rest()
      characters = 0
    }
    if (changed.length > 0) await store.write((tx) => updateEvents(tx, planId, changed))
    const last = rows.at(-1)
    if (!last || rows.length < EVENTS_AT_ONCE) return
    after = last.revision
    await sleep(PAUSE_MS)
  }
}
