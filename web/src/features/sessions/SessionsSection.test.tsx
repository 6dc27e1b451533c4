import { authApi, type SignedInDevice } from '@cairn/contract/api/auth'
import { tokensApi } from '@cairn/contract/api/tokens'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fullDateTime } from '../../lib/relativeTime.ts'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeSignedInDevice } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const HERE = makeSignedInDevice({ current: true })
const THERE = makeSignedInDevice({ user_agent: PHONE, ip: '198.51.100.4' })
const SCRIPT = makeSignedInDevice({ user_agent: 'curl/8.5.0', ip: null })

/** A server with sessions. */
function serve(...sessions: SignedInDevice[]) {
  let kept = sessions
  return new FakeApi()
    .on(tokensApi.list, () => ({ reply: [] }))
    .on(authApi.sessions, () => ({ reply: kept }))
    .on(authApi.endSession, ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.sessionId)
      return { reply: undefined }
    })
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Sessions' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

it('lists the user’s sessions, this device first', async () => {
  serve(THERE, SCRIPT, HERE)
  openApp('/settings')

  const [first, second, third] = await rows()

  expect(first).toMatch(/^Firefox on LinuxThis device192\.0\.2\.7 ·Last active \d+d ago$/)
  expect(second).toContain('Safari on iPhone')
  expect(third).toMatch(/^curl\/8\.5\.0Last active/)
  expect(screen.getAllByText(/d ago$/, { selector: 'time' })[0]?.title).toBe(fullDateTime(HERE.last_seen))
})

it('logs out another session, and never this device', async () => {
  serve(HERE, THERE)
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iPhone' }))

  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /^Log out/ })).toBeNull()
})

it('logs out all other sessions', async () => {
  const api = serve(HERE, THERE, SCRIPT)
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Log out all other sessions' }))

  await screen.findByText('Logged out of all other sessions')
  expect(api.sentTo(authApi.endSession).map(({ params }) => params.sessionId)).toEqual([THERE.id, SCRIPT.id])
  expect(await rows()).toHaveLength(1)
})

it.each(['Log out Safari on iPhone', 'Log out all other sessions'])('shows an error when “%s” fails', async (name) => {
  serve(HERE, THERE).on(authApi.endSession, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name }))

  await screen.findByText('Something went wrong.')
  expect(await rows()).toHaveLength(2)
})

it('shows an error when the list fails to load, with a retry', async () => {
  let broken = true
  serve(HERE).on(authApi.sessions, () =>
    broken ? { status: 403, error: 'Not now', code: 'forbidden' } : { reply: [HERE] },
  )
  const { user } = openApp('/settings')

  const failure = (await screen.findByText('Failed to load sessions')).closest('[role=alert]')
  expect(failure?.textContent).toContain('Not now')
  broken = false
  await user.click(within(failure as HTMLElement).getByRole('button', { name: 'Try again' }))

  expect(await rows()).toHaveLength(1)
})

it('shortens a long list until all sessions are requested', async () => {
  serve(HERE, ...Array.from({ length: 11 }, () => makeSignedInDevice({ user_agent: 'curl/8.5.0' })))
  const { user } = openApp('/settings')
  expect(await rows()).toHaveLength(8)

  await user.click(screen.getByRole('button', { name: 'Show all 12 sessions' }))

  expect(await rows()).toHaveLength(12)
})
