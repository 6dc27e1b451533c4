import { z } from 'zod'
import { passwordProblem } from '../rules/password.ts'
import {
  type Api,
  EmailAddress,
  emailAddress,
  Id,
  isReadable,
  LIMITS,
  Message,
  optionalText,
  requiredText,
  Timestamp,
} from './common.ts'

/** A new password: the password rules apply. */
export const NewPassword = z.string({ error: 'Password is required' }).superRefine((password, check) => {
  const problem = passwordProblem(password)
  if (problem) check.addIssue({ code: 'custom', message: problem })
})

const MISSING_CREDENTIALS = 'Please enter both email and password'
const MailedAddress = emailAddress('Please enter your email address', 'Please enter a valid email address')

/** A password to check: any text, so a wrong one is reported as wrong and not as malformed. */
const currentPassword = (required: string) =>
  z.string({ error: required }).min(1, required).max(1_000, 'Password must be at most 1,000 characters')
export const CurrentPassword = currentPassword('Password is required')

const Secret = (label: string, required = `${label} is required`) =>
  z.string({ error: required }).trim().min(1, required).max(200, `${label} is invalid`)

/** A code of the authenticator app, or a recovery code. Not needed during two-factor set-up. */
const SecondFactor = optionalText('Code', 200)

/** The stored part of a login: the web app saves it in `auth_session`. */
export const Session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: z.int().describe('Unix time in seconds'),
  expires_in: z.int().describe('Seconds'),
  user: z.object({
    id: Id,
    email: z.string(),
    created_at: Timestamp,
    user_metadata: z.object({
      name: z.string(),
      organization: z.string().nullable(),
      avatar_url: z.string().nullable(),
    }),
  }),
})
export type Session = z.infer<typeof Session>

export const Account = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  organization: z.string().nullable(),
  email_verified: z.boolean(),
})

/** A browser stores this across sign-outs, so its next sign-in is not announced as one from a new device. */
const DeviceToken = z.string().max(200, 'Device token is invalid').nullish()

export const LoginReply = z.object({
  user: Account,
  session: Session,
  device_token: z.string().describe('Send it with the next sign-in from the same device'),
})
export type LoginReply = z.infer<typeof LoginReply>

/** What was revoked: the number of sessions, and the names of API tokens and connected apps. */
export const Revoked = z.object({
  sessions: z.int(),
  tokens: z.array(z.string()),
  apps: z.array(z.string()),
  calendars: z.int().describe('Calendar URLs that stopped working'),
})
export type Revoked = z.infer<typeof Revoked>

const REGISTRATION_MODES = ['open', 'closed', 'domains'] as const

/** A session as its owner sees it. */
export const SignedInDevice = z.object({
  id: Id,
  created_at: Timestamp,
  last_seen: Timestamp,
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const authApi = {
  config: {
    method: 'GET',
    path: '/config',
    summary: 'Server settings that the sign-in and AI screens need',
    access: 'public',
    reply: z.object({
      demo: z.boolean(),
      ai: z.boolean(),
      mail: z.boolean(),
      registration: z
        .enum(REGISTRATION_MODES)
        .describe('Who may register without an invitation: everyone, no one, or addresses of `registration_domains`'),
      registration_domains: z.array(z.string()),
      public_url: z.string(),
      version: z.string(),
    }),
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account and sign in',
    access: 'public',
    refusals: [403, 409],
    body: z.object({
      email: EmailAddress,
      password: NewPassword,
      name: requiredText('Name', LIMITS.name)
        .refine((name) => name.trim().length >= 2, 'Name must be at least 2 characters')
        .refine(isReadable, 'Name contains invalid characters'),
      organization: optionalText('Organization', LIMITS.organization),
      invitation: optionalText('Invitation', 200),
      device_token: DeviceToken,
    }),
    reply: LoginReply.extend({ plan_id: Id.nullable().describe('The plan of the invitation that was accepted') }),
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in; with two-factor on, 401 `two_factor_required` carries a challenge',
    access: 'public',
    refusals: [401],
    body: z.object({
      email: emailAddress(MISSING_CREDENTIALS, 'Invalid email format'),
      password: currentPassword(MISSING_CREDENTIALS),
      remember: z
        .boolean()
        .nullish()
        .transform((remember) => remember ?? true),
      device_token: DeviceToken,
    }),
    reply: LoginReply,
  },
  twoFactor: {
    method: 'POST',
    path: '/auth/two-factor',
    summary: 'Complete a sign-in with a code from the authenticator app or a recovery code',
    access: 'public',
    refusals: [401],
    body: z.object({ challenge: Secret('Challenge'), code: Secret('Code'), device_token: DeviceToken }),
    reply: LoginReply,
  },
  twoFactorSetup: {
    method: 'POST',
    path: '/auth/two-factor/setup',
    summary: 'Begin two-factor set-up: the secret for an authenticator app',
    access: 'account.secure',
    body: z.object({ password: CurrentPassword }),
    reply: z.object({ secret: z.string(), otpauth_url: z.string() }),
  },
  twoFactorEnable: {
    method: 'POST',
    path: '/auth/two-factor/enable',
    summary: 'Turn two-factor on with a first code; the recovery codes are shown once',
    access: 'account.secure',
    body: z.object({ code: Secret('Code') }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  },
  twoFactorDisable: {
    method: 'POST',
    path: '/auth/two-factor/disable',
    summary: 'Turn two-factor off with the password and a code; other sessions end',
    access: 'account.secure',
    body: z.object({ password: CurrentPassword, code: SecondFactor }),
  },
  recoveryCodes: {
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    summary: 'Replace the recovery codes; the old ones stop working and the new ones are shown once',
    access: 'account.secure',
    body: z.object({ password: CurrentPassword, code: SecondFactor }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign out; succeeds even if the token is no longer valid',
    access: 'public',
    reply: Message,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Email a password reset link; the reply is the same for every address',
    access: 'public',
    body: z.object({ email: MailedAddress }),
    reply: Message,
  },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    summary: 'Email the verification link again; the reply is the same for every address',
    access: 'public',
    body: z.object({ email: MailedAddress }),
    reply: Message,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Reset the password with the emailed token; ends all sessions and revokes all API tokens',
    access: 'public',
    body: z.object({
      token: Secret('Token', 'Invalid or missing reset token. Please request a new password reset.'),
      password: NewPassword,
    }),
    reply: Message.extend({ revoked: Revoked }),
  },
  checkReset: {
    method: 'POST',
    path: '/auth/reset-password/check',
    summary: 'Check whether a password reset token is still valid; 400 `invalid_token` if it is not',
    access: 'public',
    body: z.object({ token: Secret('Token', 'Invalid or missing reset token. Please request a new password reset.') }),
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    summary:
      'Verify the address with the mailed token; 400 `already_verified` when the token did so before. Without the password or a session of the account, what existed before ends: sessions, API tokens, two-factor and the password',
    access: 'public',
    body: z.object({
      token: Secret('Token'),
      password: CurrentPassword.nullish(),
      require_proof: z.boolean().nullish().describe('Refuse with 403 `proof_required` instead of ending anything'),
    }),
    reply: z.object({
      message: z.string(),
      user: Account,
      revoked: Revoked,
      reset_token: z.string().nullable().describe('For `reset-password`, when the password was voided'),
    }),
  },
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Where you are signed in',
    access: 'account.secure',
    reply: z.array(SignedInDevice),
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    summary: 'Log out one session',
    access: 'account.secure',
    params: z.object({ sessionId: Id }),
  },
} as const satisfies Api
