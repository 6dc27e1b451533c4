// Which run the changes of a call belong to. What one assistant does without a longer pause is one run.
import { RunId } from '@cairn/contract/api/common'
import { newId } from '../base/ids.ts'
import type { Actor, Ctx } from '../core/ctx.ts'
import { lruOf } from '../core/lru.ts'
import { findLatestRun } from '../core/runs.repo.ts'

/** After a longer pause another run begins. */
const PAUSE_MS = 30 * 60_000
const KNOWN_MAX = 10_000
const SESSION_ID = /^[\w.:~-]+$/

export interface RunIds {
  /** `X-Run-Id`, else the session that the handshake named, else what this credential did last. */
  of(ctx: Ctx, session: string | undefined): Promise<string>
}

export function createRunIds(): RunIds {
  const known = lruOf<{ run_id: string; at: number }>(KNOWN_MAX)

  async function latest({ db, actor }: Ctx, prefix: string): Promise<{ run_id: string; at: number } | undefined> {
    const run = await findLatestRun(db, actor.id, prefix)
    return run && { run_id: run.run_id, at: Date.parse(run.last_at) }
  }

  return {
    of: async (ctx, session) => {
      const { actor } = ctx
      if (actor.run_id !== null) return actor.run_id
      if (session !== undefined && SESSION_ID.test(session) && RunId.safeParse(session).success) return session
      const prefix = prefixOf(actor)
      const now = Date.parse(ctx.now)
      // A restarted or another server continues the run.
      const last = known.get(actor.credential_id) ?? (await latest(ctx, prefix))
      const run_id = last && now - last.at < PAUSE_MS ? last.run_id : `${prefix}${newId()}`
      known.set(actor.credential_id, { run_id, at: now })
      return run_id
    },
  }
}

const prefixOf = ({ credential_id }: Actor): string => `mcp-${credential_id.slice(-12)}-`
