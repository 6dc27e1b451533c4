// The specified texts of sign-in, account and API tokens, each shown in its state.
import { authApi } from '@cairn/contract/api/auth'
import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'
import { plansApi } from '@cairn/contract/api/plans'
import { tokensApi } from '@cairn/contract/api/tokens'
import { usersApi } from '@cairn/contract/api/users'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makeLoginReply, makeProfile, makeToken } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { breakCalls, seeAll } from '../test/seenTexts.ts'

const REFUSED = { status: 403, error: 'Not now.', code: 'forbidden' }

function serve() {
  const token = makeToken()
  return new FakeApi()
    .on(authApi.config, () => ({ reply: makeConfig({ demo: true, mail: true }) }))
    .on(authApi.login, () => ({ reply: makeLoginReply() }))
    .on(authApi.register, () => ({ reply: { ...makeLoginReply(), plan_id: null } }))
    .on(authApi.forgotPassword, () => ({ reply: { message: 'Sent.' } }))
    .on(authApi.checkReset, () => ({ reply: undefined }))
    .on(authApi.sessions, () => ({ reply: [] }))
    .on(plansApi.list, () => ({ reply: [] }))
    .on(usersApi.profile, () => ({ reply: makeProfile({ avatar_url: '/api/avatars/old' }) }))
    .on(usersApi.updateProfile, () => ({ reply: makeProfile() }))
    .on(usersApi.uploadAvatar, () => ({ reply: { message: 'Updated', avatar_url: '/api/avatars/new' } }))
    .on(tokensApi.list, () => ({ reply: [token] }))
    .on(tokensApi.debug, () => ({ reply: [token] }))
    .on(tokensApi.create, () => ({ reply: { ...token, token: 'cairn_secret' } }))
    .on(tokensApi.revoke, () => ({ reply: undefined }))
}

type User = ReturnType<typeof openApp>['user']
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))
const write = async (user: User, label: string, text: string) => user.type(await screen.findByLabelText(label), text)

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('sign in', () => {
  const open = () => openApp('/login', { signedIn: false })
  async function signIn(user: User) {
    await write(user, 'Email', 'ana@example.com')
    await write(user, 'Password', 'Secret123{Enter}')
  }

  it('shows its options and missing fields', async () => {
    serve()
    const { user } = open()
    await seeAll(['Remember me', 'Try Demo Account'])
    await press(user, 'Sign in')
    await seeAll(['Please enter both email and password'])
  })

  it('shows that it is busy', async () => {
    serve().hold(authApi.login)
    const { user } = open()
    await signIn(user)
    await seeAll(['Signing in...'])
  })

  it('shows failures', async () => {
    serve()
    const { user } = open()
    await seeAll(['Try Demo Account'])
    breakCalls()
    await signIn(user)
    await seeAll(['Failed to login. Please check your credentials.'])
    await press(user, 'Try Demo Account')
    await seeAll(['Failed to login with demo account. Please try again later.'])
  })
})

describe('register', () => {
  const open = async () => {
    const app = openApp('/register', { signedIn: false })
    await screen.findByLabelText('Full name')
    return app
  }
  async function fillIn(user: User, password = 'Secret123', confirmed = password) {
    await write(user, 'Full name', 'Ana Ruiz')
    await write(user, 'Email', 'ana@example.com')
    await write(user, 'Password', password)
    await write(user, 'Confirm password', confirmed)
    await user.click(screen.getByRole('checkbox'))
  }

  it('shows missing fields', async () => {
    serve()
    const { user } = await open()
    await press(user, 'Create account')
    await seeAll([
      'Name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
      'You must accept the terms and conditions',
    ])
  })

  it('shows invalid values', async () => {
    serve()
    const { user } = await open()
    await write(user, 'Full name', 'A')
    await write(user, 'Email', 'ana@')
    await write(user, 'Password', 'Short1')
    await write(user, 'Confirm password', 'Other1')
    await press(user, 'Create account')
    await seeAll([
      'Name must be at least 2 characters',
      'Invalid email format',
      'Password must be at least … characters',
      'Passwords do not match',
    ])
    await write(user, 'Password', 'longer')
    await user.clear(screen.getByLabelText('Password'))
    await write(user, 'Password', 'alllowercase')
    await seeAll(['Password must contain uppercase, lowercase, and numbers'])
  })

  it.each([
    ['a', 'Very Weak'],
    ['aA1', 'Weak'],
    ['Secret123', 'Fair'],
    ['Secret123!', 'Good'],
    ['Secret123456!', 'Strong'],
  ])('rates %s as %s', async (password, strength) => {
    serve()
    const { user } = await open()
    await write(user, 'Password', password)
    await seeAll([strength])
  })

  it('shows success', async () => {
    serve()
    const { user } = await open()
    await fillIn(user)
    await press(user, 'Create account')
    await seeAll(['Registration Successful!'])
  })

  it('shows failures', async () => {
    serve()
    const { user } = await open()
    await fillIn(user)
    breakCalls()
    await press(user, 'Create account')
    await seeAll(['Registration failed. Please try again.'])
  })
})

describe('forgot password', () => {
  it('shows missing and invalid values, and where to look', async () => {
    serve()
    const { user } = openApp('/forgot-password', { signedIn: false })
    await press(user, 'Send reset link')
    await seeAll(['Please enter your email address'])
    await write(user, 'Email', 'ana@')
    await press(user, 'Send reset link')
    await seeAll(['Please enter a valid email address'])
    await write(user, 'Email', 'example.com{Enter}')
    await seeAll(['Check your email', 'try again'])
  })

  it('shows failures', async () => {
    serve()
    const { user } = openApp('/forgot-password', { signedIn: false })
    await write(user, 'Email', 'ana@example.com')
    breakCalls()
    await press(user, 'Send reset link')
    await seeAll(['Failed to send reset email. Please try again.'])
  })
})

describe('reset password', () => {
  it('shows that the link is invalid', async () => {
    serve()
    openApp('/reset-password', { signedIn: false })
    await seeAll(['Invalid or missing reset token. Please request a new password reset.'])
  })

  it('shows failures', async () => {
    serve()
    const { user } = openApp('/reset-password?token=secret', { signedIn: false })
    await write(user, 'New password', 'Secret123')
    await write(user, 'Confirm password', 'Secret123')
    breakCalls()
    await press(user, 'Reset password')
    await seeAll(['Failed to reset password. Please try again.'])
  })
})

describe('profile', () => {
  const choose = async (file: File) =>
    fireEvent.change(await screen.findByLabelText('Avatar'), { target: { files: [file] } })
  const PICTURE = new File(['picture'], 'ana.png', { type: 'image/png' })

  it('lists the security options', async () => {
    serve()
    openApp('/profile')
    await seeAll(['Change Password', 'Enable Two-Factor Authentication'])
  })

  it('shows a failed load', async () => {
    serve().on(usersApi.profile, () => REFUSED)
    openApp('/profile')
    await seeAll(['Failed to load user profile'])
  })

  it('shows an invalid reply', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>A proxy</html>')))
    openApp('/profile')
    await seeAll(['Invalid response from server'])
  })

  it('shows the result of saving', async () => {
    serve()
    const { user } = openApp('/profile')
    await press(user, 'Edit profile')
    await press(user, 'Save changes')
    await seeAll(['Profile updated successfully'])
    await press(user, 'Edit profile')
    breakCalls()
    await press(user, 'Save changes')
    await seeAll(['Failed to update profile'])
  })

  it('shows which images it accepts', async () => {
    serve()
    openApp('/profile')
    await choose(new File(['text'], 'a.txt', { type: 'text/plain' }))
    await seeAll(['Please select an image file (PNG, JPG, or GIF)'])
    await choose(new File([new Uint8Array(AVATAR_MAX_BYTES + 1)], 'a.png', { type: 'image/png' }))
    await seeAll(['Image size must be less than 5MB'])
  })

  it('shows the result of an avatar change', async () => {
    const api = serve()
    const { user } = openApp('/profile')
    await choose(PICTURE)
    await press(user, 'Save avatar')
    await seeAll(['Avatar updated successfully!'])
    api.on(usersApi.uploadAvatar, () => ({ open: () => new Response('{"message":"No address"}') }))
    await choose(PICTURE)
    await press(user, 'Save avatar')
    await seeAll(['Failed to update avatar'])
  })

  it('shows a failed upload and a failed removal', async () => {
    serve()
    const { user } = openApp('/profile')
    await choose(PICTURE)
    vi.stubGlobal('XMLHttpRequest', undefined)
    await press(user, 'Save avatar')
    await seeAll(['Failed to upload avatar'])
    breakCalls()
    await press(user, 'Remove')
    await seeAll(['Failed to remove avatar'])
  })
})

describe('API tokens', () => {
  it('shows its actions and the result of Debug', async () => {
    const api = serve()
    const { user } = openApp('/settings')
    await seeAll(['API Tokens', 'Never', 'Refresh List', 'Debug', 'Create New Token'])
    await press(user, 'Debug')
    await seeAll(['Debug tokens API called, check console logs'])
    api.on(tokensApi.debug, () => REFUSED)
    await press(user, 'Debug')
    await seeAll(['Debug API call failed'])
  })

  it('shows a failed load of the list', async () => {
    serve().on(tokensApi.list, () => REFUSED)
    openApp('/settings')
    await seeAll(['Failed to fetch API tokens'])
  })

  async function create(user: User) {
    await press(user, 'Create New Token')
    await write(user, 'Name', 'Report{Enter}')
  }

  it('shows the result of creating a token', async () => {
    serve()
    const { user } = openApp('/settings')
    await create(user)
    await seeAll(['Token created successfully'])
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await press(user, 'Copy')
    await seeAll(['Token copied to clipboard'])
    copy.mockRejectedValue(new Error('denied'))
    await press(user, 'Copied')
    await seeAll(['Failed to copy token to clipboard'])
  })

  it('shows why a token was not created', async () => {
    serve()
    const { user } = openApp('/settings')
    await seeAll(['Never'])
    breakCalls()
    await create(user)
    await seeAll(['Failed to create token: Failed to create API token'])
  })

  it('shows the result of revoking a token', async () => {
    serve()
    const { user } = openApp('/settings')
    await press(user, 'Revoke My assistant')
    await press(user, 'Revoke token')
    await seeAll(['Token revoked successfully'])
  })

  it('shows why a token was not revoked', async () => {
    serve()
    const { user } = openApp('/settings')
    await press(user, 'Revoke My assistant')
    breakCalls()
    await press(user, 'Revoke token')
    await seeAll(['Failed to revoke token: Failed to revoke API token'])
  })
})
