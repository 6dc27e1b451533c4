import type { Revoked } from '@cairn/contract/api/auth'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import type { AccountServices } from '../../../core/services.ts'
import type { Tx, UserRow } from '../../../db/schema.ts'
import type { Mail } from '../../../providers/mailer.ts'

/**
 * Notifies a person of a change to the account: counts the mail, and returns what sends it after the commit. None goes
 * to an address that was never verified, because it may belong to someone else. No one reads the mail of the demo
 * account.
 */
export async function securityMail(
  { authRateLimit, mailer }: Pick<AccountServices, 'authRateLimit' | 'mailer'>,
  tx: Tx,
  { is_demo, email, email_verified_at }: UserRow,
  mail: Mail,
): Promise<() => void> {
  const may = is_demo === 0 && email_verified_at !== null && (await authRateLimit.mayNotify(tx, mail.subject, email))
  return () => {
    if (may) mailer.send(mail)
  }
}

type Recipient = Pick<UserRow, 'name' | 'email'>
const linkTo = (publicUrl: string, path: string, token: string): string => `${publicUrl}/${path}?token=${token}`

export const verificationMail = ({ name, email }: Recipient, publicUrl: string, token: string): Mail => ({
  to: email,
  subject: 'Verify your email address',
  text: [
    `Hi ${name}, please confirm your email address.`,
    'The link expires in 24 hours and works once. If you did not create a Cairn account, you can ignore this email.',
  ],
  link: { label: 'Verify email address', url: linkTo(publicUrl, 'verify-email', token) },
})

export const resetMail = ({ name, email }: Recipient, publicUrl: string, token: string): Mail => ({
  to: email,
  subject: 'Reset your password',
  text: [
    `Hi ${name}, we received a request to reset the password for your Cairn account.`,
    'The link expires in one hour and works once. If you did not request this, ignore this email. Your password stays the same.',
  ],
  link: { label: 'Reset password', url: linkTo(publicUrl, 'reset-password', token) },
})

/** For a change that the person did not make. */
const resetLink = (publicUrl: string): Mail['link'] => ({
  label: 'Reset password',
  url: `${publicUrl}/forgot-password`,
})
const NOT_YOU =
  'If this was not you, reset your password now. That also logs out every device and revokes every API token.'
/** "9 January 2026, 14:05 UTC" */
const utc = (time: string): string =>
  `${new Date(time).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const passwordChangedMail = ({ name, email }: Recipient, publicUrl: string): Mail => ({
  to: email,
  subject: 'Your password was changed',
  text: [
    `Hi ${name}, the password for your Cairn account was changed and your other sessions were logged out.`,
    'API tokens and connected apps keep working. You can revoke them in Settings.',
    NOT_YOU,
  ],
  link: resetLink(publicUrl),
})

export const passwordResetMail = (
  { name, email }: Recipient,
  publicUrl: string,
  { sessions, tokens, apps, calendars }: Revoked,
): Mail => ({
  to: email,
  subject: 'Your password was changed',
  text: [
    `Hi ${name}, the password for your Cairn account was reset. All sessions were logged out (${sessions}) and all API tokens were revoked (${tokens.length}).`,
    ...(tokens.length > 0 ? [`Revoked API tokens: ${tokens.join(', ')}`] : []),
    ...(apps.length > 0 ? [`Disconnected apps: ${apps.join(', ')}`] : []),
    ...(calendars > 0 ? [`Revoked calendar URLs: ${calendars}`] : []),
    NOT_YOU,
  ],
  link: resetLink(publicUrl),
})

interface NewDevice {
  user_agent: string | null
  ip: string
  at: string
}

export const newDeviceMail = (
  { name, email }: Recipient,
  publicUrl: string,
  { user_agent, ip, at }: NewDevice,
): Mail => ({
  to: email,
  subject: 'New sign-in to your account',
  text: [
    `Hi ${name}, your Cairn account was signed in to from a new device on ${utc(at)}.`,
    `Device: ${user_agent ?? 'unknown'}. IP address: ${ip}.`,
    NOT_YOU,
  ],
  link: resetLink(publicUrl),
})

interface NewToken {
  name: string
  permissions: readonly string[]
  expires_at: string | null
}

export const appConnectedMail = (
  { name, email }: Recipient,
  publicUrl: string,
  app: { client_name: string; client_host: string | null; scope: TokenScope },
): Mail => ({
  to: email,
  subject: 'App connected',
  text: [
    `Hi ${name}, the app "${app.client_name}"${app.client_host ? ` (${app.client_host})` : ''} was connected to your Cairn account.`,
    `Permissions: ${app.scope}.`,
    'If this was not you, disconnect the app and change your password.',
  ],
  link: { label: 'Manage connected apps', url: `${publicUrl}/settings` },
})

export const newTokenMail = ({ name, email }: Recipient, publicUrl: string, token: NewToken): Mail => ({
  to: email,
  subject: 'API token created',
  text: [
    `Hi ${name}, the API token "${token.name}" was created for your Cairn account.`,
    `Permissions: ${token.permissions.join(', ')}. ${token.expires_at ? `It expires on ${utc(token.expires_at)}.` : 'It does not expire.'}`,
    'If this was not you, revoke the token and change your password.',
  ],
  link: { label: 'Manage API tokens', url: `${publicUrl}/settings` },
})

const TWO_FACTOR = {
  enabled: 'Two-factor authentication was enabled',
  disabled: 'Two-factor authentication was disabled',
  renewed: 'Your recovery codes were replaced',
} as const

export const twoFactorMail = ({ name, email }: Recipient, publicUrl: string, what: keyof typeof TWO_FACTOR): Mail => ({
  to: email,
  subject: TWO_FACTOR[what],
  text: [
    {
      enabled: `Hi ${name}, two-factor authentication was enabled for your Cairn account and your other sessions were logged out.`,
      disabled: `Hi ${name}, two-factor authentication was disabled for your Cairn account and your other sessions were logged out.`,
      renewed: `Hi ${name}, the recovery codes for your Cairn account were replaced. The old ones no longer work.`,
    }[what],
    NOT_YOU,
  ],
  link: resetLink(publicUrl),
})

/** To the new address. */
export const confirmEmailMail = (name: string, email: string, publicUrl: string, token: string): Mail => ({
  to: email,
  subject: 'Confirm your new email address',
  text: [
    `Hi ${name}, please confirm that you want to use this address for your Cairn account.`,
    'The link expires in 24 hours and works once. If you did not request this, you can ignore this email.',
  ],
  link: { label: 'Confirm email address', url: linkTo(publicUrl, 'confirm-email', token) },
})

/** To the old address. */
export const emailChangeMail = ({ name, email }: Recipient, publicUrl: string, newEmail: string): Mail => ({
  to: email,
  subject: 'An email change was requested',
  text: [
    `Hi ${name}, someone requested to change the email of your Cairn account to ${newEmail}. It changes when that address is confirmed.`,
    NOT_YOU,
  ],
  link: resetLink(publicUrl),
})

/** To the old address. */
export const emailChangedMail = ({ name, email }: Recipient, publicUrl: string, newEmail: string): Mail => ({
  to: email,
  subject: 'Your email was changed',
  text: [
    `Hi ${name}, the email of your Cairn account was changed to ${newEmail}. This address no longer signs in.`,
    'If this was not you, contact the administrator of your Cairn server.',
  ],
  link: { label: 'Open Cairn', url: publicUrl },
})
