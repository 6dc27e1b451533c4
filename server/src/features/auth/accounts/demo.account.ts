import type { WriteCtx } from '../../../core/ctx.ts'
import type { Db, UserRow } from '../../../db/schema.ts'
import { findUserByEmail, insertUser } from '../identity/account.repo.ts'
import { hashPassword } from '../identity/passwords.ts'
import { newAccount } from './accounts.registration.ts'

/** Public: the sign-in screen offers it. */
export const DEMO_EMAIL = 'demo@example.com'
const DEMO_PASSWORD = 'Demo123456!'

/** The account with the demo's address: the demo account, or a person who registered it while there was none. */
export const findDemoAddress = (db: Db): Promise<UserRow | undefined> => findUserByEmail(db, DEMO_EMAIL)

export async function newDemoAccount(now: string): Promise<UserRow> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const account = newAccount({ email: DEMO_EMAIL, name: 'Demo User', organization: null, password_hash, now })
  return { ...account, is_demo: 1, email_verified_at: now }
}

/** False if another server has just created it. */
export const addDemoAccount = (ctx: WriteCtx, account: UserRow): Promise<boolean> => insertUser(ctx.db, account)
