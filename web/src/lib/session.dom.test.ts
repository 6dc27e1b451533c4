import { expect, it, vi } from 'vitest'
import { makeSession } from '../test/make.ts'
import { clearSession, getLastUserId, getSession, hasLoggedOut, saveSession, watchSession } from './session.ts'

it('stores the session and the user id', () => {
  const session = makeSession()

  saveSession(session)

  expect(JSON.parse(localStorage.getItem('auth_session') ?? '')).toEqual(session)
  expect(localStorage.getItem('user_id')).toBe(session.user.id)
  expect(getSession()).toEqual(session)
})

it('returns the same object until the session changes', () => {
  saveSession(makeSession())

  expect(getSession()).toBe(getSession())
})

it('reads an older entry with accessToken', () => {
  const { access_token, ...rest } = makeSession()
  localStorage.setItem('auth_session', JSON.stringify({ ...rest, accessToken: access_token }))

  expect(getSession()?.access_token).toBe(access_token)
})

it.each(['', 'null', '{', '[]', '"text"', '{"access_token":"t"}', '{"user":{"id":"u"}}'])(
  'takes %j for no session',
  (stored) => {
    localStorage.setItem('auth_session', stored)

    expect(getSession()).toBeNull()
  },
)

it('removes everything on clear, and distinguishes a logout from an ended session', () => {
  saveSession(makeSession())
  clearSession({ byChoice: false })
  expect([localStorage.length, getSession(), hasLoggedOut()]).toEqual([0, null, false])

  saveSession(makeSession())
  clearSession({ byChoice: true })
  expect([localStorage.length, getSession(), hasLoggedOut()]).toEqual([0, null, true])
})

it('notifies about changes in this tab and in others, and about nothing else', () => {
  const onChange = vi.fn()
  const stop = watchSession(onChange)

  saveSession(makeSession())
  expect(onChange).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_session' }))
  expect(onChange).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(onChange).toHaveBeenCalledTimes(3)
  window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode' }))
  stop()
  clearSession({ byChoice: true })
  expect(onChange).toHaveBeenCalledTimes(3)
})

it('lasts as long as the page if storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked')
  })

  saveSession(makeSession())
  expect(getSession()?.access_token).toBe('session-token')

  clearSession({ byChoice: true })
  expect(getSession()).toBeNull()
})

it('remembers whose session ended, in another tab too', () => {
  const session = makeSession()
  saveSession(session)
  expect(getSession()?.user.id).toBe(session.user.id)

  localStorage.removeItem('auth_session')

  expect(getSession()).toBeNull()
  expect(getLastUserId()).toBe(session.user.id)
})
