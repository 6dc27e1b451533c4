import { authApi } from '@cairn/contract/api/auth'
import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'
import { type Profile, usersApi } from '@cairn/contract/api/users'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { getSession } from '../lib/session.ts'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makeProfile } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const PICTURE = new File(['picture'], 'ana.png', { type: 'image/png' })

function serve(given: Partial<Profile> = {}, { mail = false } = {}) {
  let profile = makeProfile({ organization: 'Stones Ltd', ...given })
  return new FakeApi()
    .on(authApi.config, () => ({ reply: makeConfig({ mail }) }))
    .on(usersApi.profile, () => ({ reply: profile }))
    .on(usersApi.updateProfile, ({ body }) => {
      profile = { ...profile, ...(body as Pick<Profile, 'name' | 'organization'>) }
      return { reply: profile }
    })
    .on(usersApi.uploadAvatar, () => ({ reply: { message: 'Updated', avatar_url: '/api/avatars/new' } }))
    .on(usersApi.removeAvatar, () => ({ reply: undefined }))
}

async function openProfile() {
  const app = openApp('/profile')
  const card = within(await screen.findByRole('region', { name: 'Profile' }))
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('Avatar'), { target: { files: [file] } })
  return { ...app, card, choose }
}

it('shows the profile with one request', async () => {
  const api = serve()
  const { card } = await openProfile()

  expect(card.getByRole('heading', { name: 'Ana Ruiz' })).toBeTruthy()
  expect(card.getByText('ana@example.com')).toBeTruthy()
  expect(card.getByText('Verified')).toBeTruthy()
  expect(card.getByText('Stones Ltd')).toBeTruthy()
  expect(card.getByText('January 1, 2026')).toBeTruthy()
  expect(card.getByRole('img', { name: 'Ana Ruiz' }).dataset['initials']).toBe('AR')
  expect(document.title).toBe('Profile · Cairn')
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page')
  expect(api.requests.map(({ endpoint }) => endpoint)).toEqual([usersApi.profile])
})

it('shows that it is loading', async () => {
  serve().on(usersApi.profile, () => new Promise(() => undefined))
  openApp('/profile')

  expect(await screen.findByRole('status', { name: 'Loading your profile' })).toBeTruthy()
})

it('shows a failed load, and retries', async () => {
  let fails = true
  serve().on(usersApi.profile, () =>
    fails ? { status: 403, error: 'Not now.', code: 'forbidden' } : { reply: makeProfile() },
  )
  const { user } = openApp('/profile')
  await screen.findByText('Failed to load user profile')
  expect(screen.getByText('Not now.')).toBeTruthy()

  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await screen.findByRole('heading', { name: 'Ana Ruiz' })
})

it('shows the data of the session when the reply is not a profile', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>A proxy</html>')))
  openApp('/profile')

  await screen.findByText('Invalid response from server')

  expect(screen.getByRole('heading', { name: 'Ana Ruiz' })).toBeTruthy()
  expect(screen.getByText('ana@example.com')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit profile' })).toBeNull()
})

it('changes name and organization, also in the session', async () => {
  const api = serve()
  const { user, card } = await openProfile()

  await user.click(card.getByRole('button', { name: 'Edit profile' }))
  const name = card.getByLabelText('Name')
  expect(document.activeElement).toBe(name)
  expect(card.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  await user.clear(name)
  await user.type(name, ' Ana Maria ')
  await user.clear(card.getByLabelText('Organization (optional)'))
  await user.click(card.getByRole('button', { name: 'Save changes' }))

  await screen.findByText('Profile updated successfully')
  expect(api.sentTo(usersApi.updateProfile)[0]?.body).toEqual({ name: 'Ana Maria', organization: '' })
  expect(card.getByRole('heading', { name: 'Ana Maria' })).toBeTruthy()
  expect(document.activeElement).toBe(card.getByRole('button', { name: 'Edit profile' }))
  expect(getSession()?.user.user_metadata?.name).toBe('Ana Maria')
})

it.each([
  ['', 'Name is required'],
  ['A', 'Name must be at least 2 characters'],
])('rejects the name %j', async (wrong, message) => {
  const api = serve()
  const { user, card } = await openProfile()
  await user.click(card.getByRole('button', { name: 'Edit profile' }))
  await user.clear(card.getByLabelText('Name'))

  await user.type(card.getByLabelText('Name'), `${wrong}{Enter}`)

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(api.sentTo(usersApi.updateProfile)).toEqual([])
})

it('keeps the typed text when saving fails, and shows why', async () => {
  serve().on(usersApi.updateProfile, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const { user, card } = await openProfile()
  await user.click(card.getByRole('button', { name: 'Edit profile' }))

  await user.type(card.getByLabelText('Name'), ' Maria{Enter}')

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong.')
  expect(card.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana Ruiz Maria')
})

it('stays open while it saves', async () => {
  const api = serve().on(usersApi.updateProfile, () => ({ status: 500, error: 'Try later.', code: 'internal' }))
  const { user } = openApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const release = api.hold(usersApi.updateProfile)

  await user.type(screen.getByLabelText('Name'), ' Ruiz{Enter}')
  await screen.findByRole('button', { name: 'Saving...' })
  await user.keyboard('{Escape}')
  release()

  await screen.findByText('Try later.')
})

it('sends only the field that was changed, because another tab may have changed the other', async () => {
  const api = serve()
  const { user, card } = await openProfile()
  await user.click(card.getByRole('button', { name: 'Edit profile' }))
  await user.type(card.getByLabelText('Name'), ' Maria{Enter}')

  await screen.findByText('Profile updated successfully')
  expect(api.sentTo(usersApi.updateProfile)[0]?.body).toEqual({ name: 'Ana Ruiz Maria' })
})

it('discards the typed text on Cancel and Escape', async () => {
  const api = serve()
  const { user, card } = await openProfile()

  await user.click(card.getByRole('button', { name: 'Edit profile' }))
  await user.type(card.getByLabelText('Name'), ' Maria')
  await user.click(card.getByRole('button', { name: 'Cancel' }))
  expect(card.getByRole('heading', { name: 'Ana Ruiz' })).toBeTruthy()

  await user.click(card.getByRole('button', { name: 'Edit profile' }))
  await user.keyboard(' Maria{Escape}')
  expect(card.getByRole('heading', { name: 'Ana Ruiz' })).toBeTruthy()
  expect(api.sentTo(usersApi.updateProfile)).toEqual([])
})

/** Saves the image as it is in the crop dialog. */
const save = async () => (await screen.findByRole('button', { name: 'Save avatar' })).click()

it('sends no image when cropping is canceled', async () => {
  const api = serve()
  const { card, choose, user } = await openProfile()

  choose(PICTURE)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  expect(card.getByRole('button', { name: 'Upload avatar' })).toBeTruthy()
  expect(api.sentTo(usersApi.uploadAvatar)).toEqual([])
})

it('uploads an avatar with preview and progress, and shows success for three seconds', async () => {
  let answer: () => void = () => undefined
  const api = serve().on(
    usersApi.uploadAvatar,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ reply: { message: 'Updated', avatar_url: '/api/avatars/new' } })
      }),
  )
  const { card, choose } = await openProfile()

  choose(PICTURE)
  await save()
  const progress = await card.findByRole('progressbar', { name: 'Uploading avatar' })
  await waitFor(() => expect(progress.getAttribute('aria-valuenow')).toBe('50'))
  expect(card.getByRole('img', { name: 'Ana Ruiz' }).getAttribute('src')).toMatch(/^blob:/)

  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer()
  await card.findByText('Avatar updated successfully!')
  expect(card.getByRole('img', { name: 'Ana Ruiz' }).getAttribute('src')).toBe('/api/avatars/new')
  expect(api.sentTo(usersApi.uploadAvatar)[0]?.body).toEqual({ avatar: PICTURE })
  expect(getSession()?.user.user_metadata?.avatar_url).toBe('/api/avatars/new')

  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(card.queryByText('Avatar updated successfully!')).toBeNull()
})

it.each([
  [new File(['text'], 'a.txt', { type: 'text/plain' }), 'Please select an image file (PNG, JPG, or GIF)'],
  [
    new File([new Uint8Array(AVATAR_MAX_BYTES + 1)], 'a.png', { type: 'image/png' }),
    'Image size must be less than 5MB',
  ],
])('rejects %o before sending, and shows why for five seconds', async (file, message) => {
  const api = serve()
  const { card, choose } = await openProfile()
  vi.useFakeTimers({ shouldAdvanceTime: true })

  choose(file)

  expect((await card.findByRole('alert')).textContent).toBe(message)
  expect(api.sentTo(usersApi.uploadAvatar)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(card.getByRole('alert')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect(card.queryByRole('alert')).toBeNull()
})

it('shows why an avatar was rejected', async () => {
  serve().on(usersApi.uploadAvatar, () => ({ status: 400, error: 'This is no picture.', code: 'invalid_image' }))
  const { card, choose } = await openProfile()

  choose(PICTURE)
  await save()

  expect((await card.findByRole('alert')).textContent).toBe('This is no picture.')
  expect(card.getByRole('img', { name: 'Ana Ruiz' }).dataset['initials']).toBe('AR')
})

it('removes the avatar', async () => {
  serve({ avatar_url: '/api/avatars/old' })
  const { user, card } = await openProfile()
  expect(card.getByRole('img', { name: 'Ana Ruiz' }).getAttribute('src')).toBe('/api/avatars/old')

  await user.click(card.getByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(card.getByRole('img', { name: 'Ana Ruiz' }).dataset['initials']).toBe('AR'))
  expect(card.queryByRole('button', { name: 'Remove' })).toBeNull()
})

it('shows why the avatar was not removed', async () => {
  serve({ avatar_url: '/api/avatars/old' }).on(usersApi.removeAvatar, () => ({
    status: 500,
    error: 'Something went wrong.',
    code: 'internal',
  }))
  const { user, card } = await openProfile()

  await user.click(card.getByRole('button', { name: 'Remove' }))

  expect((await card.findByRole('alert')).textContent).toBe('Something went wrong.')
})

it('does not let the demo account change its profile, and shows why', async () => {
  serve({ is_demo: true })
  const { card } = await openProfile()

  expect(screen.getByText(/You’re using the shared demo account/)).toBeTruthy()
  expect(card.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Two-Factor/ })).toBeNull()
})

it('asks to verify the email if the server sends mail, and resends the link', async () => {
  const api = serve({ email_verified: false }, { mail: true }).on(authApi.resendVerification, () => ({
    reply: { message: 'Sent' },
  }))
  const { user, card } = await openProfile()
  expect(card.queryByText('Verified')).toBeNull()

  await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))

  await screen.findByText(/We sent a new link to ana@example.com/)
  expect(api.sentTo(authApi.resendVerification)[0]?.body).toEqual({ email: 'ana@example.com' })
})

it('shows why no link was sent', async () => {
  serve({ email_verified: false }, { mail: true }).on(authApi.resendVerification, () => ({
    status: 429,
    error: 'Too many attempts.',
    code: 'too_many_attempts',
  }))
  const { user } = await openProfile()

  await user.click(await screen.findByRole('button', { name: 'Resend verification email' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
})

it('does not ask for verification if the server sends no mail', async () => {
  const api = serve({ email_verified: false })
  await openProfile()
  // A page whose code is still loading may drop its first request.
  await waitFor(() => expect(api.sentTo(authApi.config)).not.toHaveLength(0))

  expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull()
})
