// Frees tasks whose claims have expired, or whose holder's token has.
import type { Via } from '@cairn/contract/api/common'
import { type Transactor, transact } from '../../core/ctx.ts'
import { viaApp } from '../../core/via.ts'
import { endOverdueClaim } from './claims.commands.ts'
import { listOverdueClaims, type OverdueClaim } from './claims.repo.ts'

const BATCH = 100

/** The events name the former holder, because no one else did anything. */
export async function expireClaims(app: Transactor): Promise<void> {
  const overdue = await listOverdueClaims(app.store.reader, app.clock().toISOString(), BATCH)
  for (const { id, plan_id, user_id, user_name, ...held } of overdue) {
    const holder = {
      ...{ id: user_id, name: user_name, scope: 'write' as const, credential_id: '', run_id: null },
      ...{ plan_limit: null, branch_limit: null },
      via: viaOf(held),
    }
    await transact(app, holder, (ctx) => endOverdueClaim(ctx, plan_id, id), plan_id)
  }
}

function viaOf({ agent, client_name, icon_key }: Pick<OverdueClaim, 'agent' | 'client_name' | 'icon_key'>): Via {
  if (agent === null) return { kind: 'session' }
  return client_name === null ? { kind: 'token', name: agent } : viaApp(client_name, icon_key)
}
