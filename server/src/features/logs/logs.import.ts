// Log entries of an imported plan. They are part of its first state and emit no events.

import type { LogType } from '@cairn/contract/api/logs'
import { newId } from '../../base/ids.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { type Insert, insertsOf } from '../../db/inserts.ts'
import type { LogRow } from '../../db/schema.ts'
import { toLogRow } from './logs.queries.ts'
import { insertLog } from './logs.repo.ts'

export interface ImportedLog {
  key: string
  node_id: string
  /** The key of the entry that this one replies to. */
  parent: string | null
  log_type: LogType
  content: string
  tags: string[]
  metadata: Record<string, unknown>
  /** Null: now. */
  created_at: string | null
}

type Caller = Pick<Ctx, 'actor' | 'now'>

/** Puts rows into a plan that begins with them. */
export const insertsOfLogs = (rows: readonly LogRow[]): readonly Insert[] =>
  insertsOf(rows, async (tx, part) => {
    for (const row of part) await insertLog(tx, row)
  })

const MENTION = /<@[0-9a-f-]{36}>/gi

/** The entries as rows, by the caller. */
export function logRowsOf({ actor, now }: Caller, planId: string, logs: readonly ImportedLog[]): Promise<LogRow[]> {
  const timeOf = ({ created_at }: ImportedLog) => (created_at !== null && created_at < now ? created_at : now)
  const timed = logs.map((log) => ({ log, created_at: timeOf(log) }))
  timed.sort((a, b) => Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at))
  const ids = new Map<string, string>()
  return mapInTurns(timed, ({ log, created_at }) => {
    const id = newId()
    ids.set(log.key, id)
    const entry = {
      id,
      node_id: log.node_id,
      parent_id: log.parent === null ? null : (ids.get(log.parent) ?? null),
      content: log.content.replace(MENTION, '@someone'),
      log_type: log.log_type,
      tags: log.tags,
      metadata: log.metadata,
      user_id: actor.id,
      via: actor.via,
      version: 1,
      created_at,
      updated_at: created_at,
    }
    return toLogRow(planId, { ...entry, edited_at: null, deleted_at: null })
  })
}
