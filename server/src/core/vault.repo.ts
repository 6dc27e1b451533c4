import type { Db } from '../db/schema.ts'

/** Two-factor secrets by person, the newest accounts first. */
export const listTwoFactorSecrets = (db: Db, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'totp_secret as sealed'])
    .where('totp_secret', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ sealed: string }>()
    .execute()

export const listWebhookSecrets = (db: Db, limit: number) =>
  db.selectFrom('webhooks').select(['id', 'secret as sealed']).orderBy('id', 'desc').limit(limit).execute()
