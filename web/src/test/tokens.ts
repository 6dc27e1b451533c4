// The settings with API tokens.
import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { type ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import { screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { FakeApi } from './fakeApi.ts'
import { makeConfig, makeId, makeToken } from './make.ts'

export const SECRET = 'cairn_Ab12Cd-whole-secret'
export const BROKEN = { status: 500, error: 'Something went wrong.', code: 'internal' }
const config = (public_url: string) => makeConfig({ public_url })

/** A server with tokens. */
export function serve(...tokens: ApiToken[]) {
  const kept = [...tokens]
  return new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(authApi.sessions, () => ({ reply: [] }))
    .on(authApi.config, () => ({ reply: config('https://plans.example') }))
    .on(tokensApi.list, () => ({ reply: [...kept] }))
    .on(tokensApi.debug, () => ({ reply: [...kept] }))
    .on(tokensApi.create, ({ body }) => {
      const { name, permissions, expires_at } = body as ApiToken
      const token = makeToken({ id: makeId(), name, permissions, expires_at })
      kept.unshift(token)
      return { reply: { ...token, token: SECRET } }
    })
    .on(tokensApi.revoke, ({ params }) => {
      kept.splice(
        kept.findIndex(({ id }) => id === params.tokenId),
        1,
      )
      return { reply: undefined }
    })
}

export const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
export const fakeTimers = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })

/** Keeps what the section writes to the console out of the output of all tests of a file. */
export const withQuietConsole = (): void =>
  beforeEach(() => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
