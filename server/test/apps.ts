// An app that registers itself, asks a person and gets its tokens, as plain requests.
import { createHash } from 'node:crypto'
import type { AppRequest } from '@cairn/contract/api/apps'
import type { CredentialLimitsInput } from '@cairn/contract/api/credentialLimits'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestUser } from './factory.ts'

export const VERIFIER = 'a-verifier-of-the-tests-that-is-long-enough-for-the-rfc'
export const CALLBACK = 'https://assistant.test/callback'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

export interface Tokens {
  client_id: string
  access_token: string
  refresh_token: string
}

/** Sends a form to one of the OAuth endpoints. */
export const sendForm = (
  { app }: TestApp,
  path: string,
  form: Record<string, string>,
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

export async function registerApp({ app }: TestApp, metadata: Record<string, unknown> = {}): Promise<string> {
  const payload = { client_name: 'Helper', redirect_uris: [CALLBACK], ...metadata }
  const reply = await app.inject({ method: 'POST', url: '/oauth/register', payload })
  return reply.json<{ client_id: string }>().client_id
}

/** The query of an authorization URL; the app registers itself unless a `client_id` is given. */
export async function authorizationQuery(app: TestApp, overrides: Record<string, string | null> = {}): Promise<string> {
  const parameters = {
    response_type: 'code',
    client_id: overrides.client_id === undefined ? await registerApp(app) : null,
    redirect_uri: CALLBACK,
    state: 'the state',
    scope: 'plans:read plans:write',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...overrides,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value)
  return query.toString()
}

export interface Wishes extends CredentialLimitsInput {
  query?: Record<string, string | null>
  scope?: TokenScope
}

/** What the person allows, until the code is in the redirect. */
export async function allowApp(app: TestApp, person: TestUser, wishes: Wishes = {}) {
  const described = await app.app.inject({ method: 'GET', url: '/.well-known/oauth-protected-resource/api' })
  const { resource } = described.json<{ resource: string }>()
  const query = await authorizationQuery(app, { resource, ...wishes.query })
  const asked = (await app.as(person)('POST', '/auth/apps/requests', { query })).json<AppRequest>()
  const { query: _, scope = asked.scope, ...limits } = wishes
  const reply = await app.as(person)('POST', '/auth/apps/decisions', {
    request: asked.request,
    allow: true,
    scope,
    ...limits,
  })
  const redirect = new URL(reply.json<{ redirect_to: string }>().redirect_to)
  const parameters = new URLSearchParams(query)
  return {
    redirect,
    code: redirect.searchParams.get('code') ?? '',
    client_id: parameters.get('client_id') ?? '',
    redirect_uri: parameters.get('redirect_uri') ?? '',
  }
}

/** Connects an app to the API. */
export async function connectApp(app: TestApp, person: TestUser, wishes: Wishes = {}): Promise<Tokens> {
  const { code, client_id, redirect_uri } = await allowApp(app, person, wishes)
  const form = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: VERIFIER }
  return { client_id, ...(await sendForm(app, '/oauth/token', form)).json() }
}
