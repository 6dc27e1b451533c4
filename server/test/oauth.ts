// What tests of OAuth share: the calls of an app and of the person who connects it, and a clock that can be moved.
import type { ConnectedApp } from '@cairn/contract/api/apps'
import { sendForm, type Tokens, VERIFIER } from './apps.ts'
import type { TestApp, TestUser } from './factory.ts'

export const DAY_MS = 24 * 3_600_000

/** A clock, and a function that moves it. */
export const movable = () => {
  let now = Date.now()
  const pass = (ms: number) => {
    now += ms
  }
  return { clock: () => new Date(now), pass }
}

export const ask = (app: TestApp, me: TestUser, query: string) => app.as(me)('POST', '/auth/apps/requests', { query })
export const listApps = async (app: TestApp, me: TestUser) =>
  (await app.as(me)('GET', '/auth/apps')).json<ConnectedApp[]>()
export const redeem = (app: TestApp, form: Record<string, string>) =>
  sendForm(app, '/oauth/token', { grant_type: 'authorization_code', code_verifier: VERIFIER, ...form })
export const refresh = (app: TestApp, { client_id, refresh_token }: Tokens, more: Record<string, string> = {}) =>
  sendForm(app, '/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...more })
export const status = async (app: TestApp, token: string, path = '/plans') =>
  (await app.as(token)('GET', path)).statusCode

/** What the security log says about apps, oldest first. */
export const kindsOf = async (app: TestApp) =>
  (
    await app.store.reader
      .selectFrom('security_events')
      .select('kind')
      .where('kind', 'in', ['app.connected', 'app.disconnected', 'app.token_reused'])
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
