// Frees tasks whose claims have expired, or whose holder's token has.
import { type Transactor, transact } from '../../core/ctx.ts'
import { endOverdueClaim } from './claims.commands.ts'
import { listOverdueClaims } from './claims.repo.ts'

const BATCH = 100

/** The events name the former holder, because no one else did anything. */
export async function expireClaims(app: Transactor): Promise<void> {
  const overdue = await listOverdueClaims(app.store.reader, app.clock().toISOString(), BATCH)
  for (const { id, plan_id, user_id, user_name, agent } of overdue) {
    const holder = {
      ...{ id: user_id, name: user_name, scope: 'write' as const, credential_id: '', run_id: null },
      ...{ plan_limit: null, branch_limit: null },
      via: agent === null ? { kind: 'session' as const } : { kind: 'token' as const, name: agent },
    }
    await transact(app, holder, (ctx) => endOverdueClaim(ctx, plan_id, id), plan_id)
  }
}
