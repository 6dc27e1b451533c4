import type { UserRow } from '../../db/schema.ts'
import type { Mail } from '../../providers/mailer.ts'

type Recipient = Pick<UserRow, 'name' | 'email'>
const linkTo = (publicUrl: string, path: string, token: string): string => `${publicUrl}/${path}?token=${token}`

export const verificationMail = ({ name, email }: Recipient, publicUrl: string, token: string): Mail => ({
  to: email,
  subject: 'Verify your email address',
  text: [
    `Hello ${name}, please confirm that this address is yours.`,
    'The link works once, within 24 hours. If you did not create an account with Cairn, you can ignore this mail.',
  ],
  link: { label: 'Verify this address', url: linkTo(publicUrl, 'verify-email', token) },
})

export const resetMail = ({ name, email }: Recipient, publicUrl: string, token: string): Mail => ({
  to: email,
  subject: 'Reset your password',
  text: [
    `Hello ${name}, somebody asked to reset the password of your Cairn account.`,
    'The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.',
  ],
  link: { label: 'Choose a new password', url: linkTo(publicUrl, 'reset-password', token) },
})

export const passwordChangedMail = ({ name, email }: Recipient, publicUrl: string): Mail => ({
  to: email,
  subject: 'Your password was changed',
  text: [
    `Hello ${name}, the password of your Cairn account was changed, and your other sessions have ended.`,
    'If it was not you, reset your password now.',
  ],
  link: { label: 'Reset the password', url: `${publicUrl}/forgot-password` },
})
