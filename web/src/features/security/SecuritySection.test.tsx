import { authApi } from '@cairn/contract/api/auth'
import { type Profile, usersApi } from '@cairn/contract/api/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeProfile } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

const SECRET = 'JBSWY3DPEHPK3PXP'
const CODES = ['aaaa-bbbb-cccc-dddd-0001', 'aaaa-bbbb-cccc-dddd-0002']
const WRONG_PASSWORD = { status: 400, error: 'The current password is incorrect.', code: 'wrong_password' }
const BRAKE = { status: 429, error: 'Too many attempts.', code: 'too_many_attempts' }

const passwordOf = (body: unknown) => (body as { password: string }).password

const serve = (profile: Partial<Profile> = {}) =>
  new FakeApi()
    .on(usersApi.profile, () => ({ reply: makeProfile(profile) }))
    .on(usersApi.changePassword, ({ body }) =>
      (body as { currentPassword: string }).currentPassword === 'Old-secret1'
        ? { reply: { message: 'Your password has been changed and your other sessions are logged out.' } }
        : WRONG_PASSWORD,
    )
    .on(authApi.twoFactorSetup, ({ body }) =>
      passwordOf(body) === 'Old-secret1'
        ? {
            reply: {
              secret: SECRET,
              otpauth_url: `otpauth://totp/Cairn:ana@example.com?secret=${SECRET}&issuer=Cairn`,
            },
          }
        : WRONG_PASSWORD,
    )
    .on(authApi.twoFactorEnable, ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return { status: 400, error: 'This code is wrong.', code: 'invalid_code' }
      profile.two_factor = true
      return { reply: { recovery_codes: CODES } }
    })
    .on(authApi.twoFactorDisable, ({ body }) =>
      passwordOf(body) === 'Old-secret1' ? { reply: undefined } : WRONG_PASSWORD,
    )
    .on(authApi.recoveryCodes, ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { reply: { recovery_codes: CODES } }
        : { status: 400, error: 'This code is incorrect.', code: 'invalid_code' },
    )
    .on(usersApi.changeEmail, ({ body }) =>
      passwordOf(body) === 'Old-secret1' ? { reply: { message: 'Open the link.' } } : WRONG_PASSWORD,
    )
    .on(usersApi.cancelEmailChange, () => ({ reply: undefined }))

/** Opens a dialog of the section by its button. */
async function openDialog(button: string) {
  const { user } = openApp('/profile')
  const opener = await screen.findByRole('button', { name: button })
  await user.click(opener)
  const dialog = within(await screen.findByRole('dialog'))
  return { user, opener, dialog }
}

const change = {
  open: async () => {
    const opened = await openDialog('Change Password')
    const fill = async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values))
        if (value) await opened.user.type(opened.dialog.getByLabelText(label), value)
    }
    return { ...opened, fill, submit: () => opened.user.keyboard('{Enter}') }
  },
  valid: { 'Current password': 'Old-secret1', 'New password': 'New-secret1', 'Confirm password': 'New-secret1' },
}

it('changes the password and shows that the other sessions have ended', async () => {
  const api = serve()
  const { opener, fill, submit } = await change.open()

  await fill(change.valid)
  expect(screen.getByRole('progressbar', { name: 'Password strength' })).toBeTruthy()
  await submit()

  await screen.findByText('Your password has been changed and your other sessions are logged out.')
  expect(api.sentTo(usersApi.changePassword)[0]?.body).toEqual({
    currentPassword: 'Old-secret1',
    newPassword: 'New-secret1',
  })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it.each([
  ['Current password', '', 'Password is required'],
  ['New password', '', 'Password is required'],
  ['New password', 'Short1', 'Password must be at least 8 characters'],
  ['New password', 'alllowercase1', 'Password must contain uppercase, lowercase, and numbers'],
  ['Confirm password', '', 'Please confirm your password'],
  ['Confirm password', 'Other-secret1', 'Passwords do not match'],
])('rejects %s %j without a request', async (label, wrong, message) => {
  const api = serve()
  const { dialog, fill, submit } = await change.open()
  await fill({ ...change.valid, [label]: wrong })

  await submit()

  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(usersApi.changePassword)).toEqual([])
})

it('shows a wrong current password under its field', async () => {
  serve()
  const { user, dialog, fill, submit } = await change.open()
  await fill({ ...change.valid, 'Current password': 'Wrong-secret1' })

  await submit()

  expect(await dialog.findByText('The current password is incorrect.')).toBeTruthy()
  const current = dialog.getByLabelText('Current password')
  expect(current.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(current))
  await user.keyboard('x')
  await waitFor(() => expect(dialog.queryByText('The current password is incorrect.')).toBeNull())
})

it('shows why the password was not changed', async () => {
  serve().on(usersApi.changePassword, () => BRAKE)
  const { dialog, fill, submit } = await change.open()
  await fill(change.valid)

  await submit()

  expect((await dialog.findByRole('alert')).textContent).toBe('Too many attempts.')
})

it('is busy while the password is changed, keeps the focus and sends one request', async () => {
  const api = serve().on(usersApi.changePassword, () => new Promise(() => undefined))
  const { dialog, fill, submit } = await change.open()
  await fill(change.valid)

  await submit()

  const button = await dialog.findByRole('button', { name: 'Changing...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  button.focus()
  expect(document.activeElement).toBe(button)
  button.click()
  expect(api.sentTo(usersApi.changePassword)).toHaveLength(1)
})

const setUp = {
  /** Opens the dialog and continues to the step with the secret. */
  open: async () => {
    const { user, opener } = await openDialog('Enable Two-Factor Authentication')
    await user.keyboard('Old-secret1{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Cairn to your authenticator app' }))
    return { user, opener, dialog }
  },
}

it('asks for the password before it shows the secret', async () => {
  const api = serve()
  const { user, dialog } = await openDialog('Enable Two-Factor Authentication')

  await user.keyboard('{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Password is required')
  expect(api.sentTo(authApi.twoFactorSetup)).toEqual([])

  await user.keyboard('wrong{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('The current password is incorrect.')
  await user.keyboard('!')
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('shows the secret as a QR code and as text that can be copied', async () => {
  serve()
  const { user, dialog } = await setUp.open()

  expect(await dialog.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
  expect(await dialog.findByRole('button', { name: 'Copied' })).toBeTruthy()
})

it('accepts only a correct first code', async () => {
  serve()
  const { user, dialog } = await setUp.open()

  await user.click(dialog.getByRole('button', { name: 'Enable' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter the six-digit code')
  await user.type(dialog.getByLabelText('Code'), '000000{Enter}')

  expect((await dialog.findByRole('alert')).textContent).toBe('This code is wrong.')
  await user.type(dialog.getByLabelText('Code'), '1')
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('shows the recovery codes once and asks before they are lost', async () => {
  serve()
  const { user, dialog: before } = await setUp.open()
  await user.type(before.getByLabelText('Code'), '123456{Enter}')

  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  const list = within(dialog.getByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()

  await user.keyboard('{Escape}')
  expect(dialog.getByRole('alert').textContent).toBe('You won’t be able to see these codes again. Save them first.')

  await user.click(dialog.getByRole('button', { name: 'I’ve saved my codes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Disable Two-Factor Authentication' })).toBeTruthy()
  expect(screen.getByText('On')).toBeTruthy()
})

it('copies and downloads the recovery codes', async () => {
  serve()
  const { user, dialog: before } = await setUp.open()
  await user.type(before.getByLabelText('Code'), '123456{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))

  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))

  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(saved).toEqual(['cairn-recovery-codes.txt'])
})

it('shows why it was not enabled', async () => {
  serve().on(authApi.twoFactorEnable, () => BRAKE)
  const { user, dialog } = await setUp.open()

  await user.type(dialog.getByLabelText('Code'), '123456{Enter}')

  expect((await dialog.findByRole('alert')).textContent).toBe('Too many attempts.')
})

it('is canceled with Cancel', async () => {
  serve()
  const { user, opener, dialog } = await setUp.open()

  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('can be disabled with the password and a code', async () => {
  const api = serve({ two_factor: true, recovery_codes_left: 9 })
  const { user, dialog } = await openDialog('Disable Two-Factor Authentication')

  await user.keyboard('wrong{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Code is required')
  expect(api.sentTo(authApi.twoFactorDisable)).toEqual([])
  await user.type(dialog.getByLabelText('Code'), '123456{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('The current password is incorrect.')
  await user.clear(dialog.getByLabelText('Your password'))
  await user.keyboard('Old-secret1{Enter}')

  await screen.findByText('Two-factor authentication disabled')
  expect(api.sentTo(authApi.twoFactorDisable).at(-1)?.body).toEqual({ password: 'Old-secret1', code: '123456' })
})

it('shows how many recovery codes are left and replaces them', async () => {
  const api = serve({ two_factor: true, recovery_codes_left: 2 })
  const { user, dialog: before } = await openDialog('Replace Recovery Codes')
  expect(screen.getByText('2 left')).toBeTruthy()

  await user.keyboard('Old-secret1')
  await user.type(before.getByLabelText('Code'), '000000{Enter}')
  expect((await before.findByRole('alert')).textContent).toBe('This code is incorrect.')
  await user.clear(before.getByLabelText('Code'))
  const release = api.hold(authApi.recoveryCodes)
  await user.type(before.getByLabelText('Code'), '123456{Enter}{Escape}')
  release()

  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
})

it('changes the email with the password and shows where to confirm it', async () => {
  const api = serve()
  const { user, dialog } = await openDialog('Change Email')

  await user.keyboard('not an address{Enter}')
  expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Invalid email format',
    'Password is required',
  ])
  await user.clear(dialog.getByLabelText('New email'))
  await user.type(dialog.getByLabelText('New email'), ' new@example.com ')
  await user.type(dialog.getByLabelText('Your password'), 'wrong{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('The current password is incorrect.')
  await user.clear(dialog.getByLabelText('Your password'))
  await user.type(dialog.getByLabelText('Your password'), 'Old-secret1{Enter}')

  await screen.findByText('Open the link.')
  expect(api.sentTo(usersApi.changeEmail).at(-1)?.body).toEqual({ email: 'new@example.com', password: 'Old-secret1' })
})

it('shows the unconfirmed email and cancels the change', async () => {
  const api = serve({ pending_email: 'new@example.com' })
  const { user } = openApp('/profile')
  await screen.findByText(/Open the link we sent to new@example.com/)

  await user.click(screen.getByRole('button', { name: 'Cancel change' }))

  await waitFor(() => expect(api.sentTo(usersApi.cancelEmailChange)).toHaveLength(1))
})

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes')
})
