import { z } from 'zod'
import { CurrentPassword, NewPassword } from './auth.ts'
import {
  type Api,
  changedRequiredText,
  changedText,
  EmailAddress,
  Id,
  isReadable,
  LIMITS,
  Message,
  requiredText,
  Timestamp,
} from './common.ts'

export const Profile = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  organization: z.string().nullable(),
  avatar_url: z.string().nullable(),
  email_verified: z.boolean(),
  /** The new address, not confirmed yet. */
  pending_email: z.string().nullable(),
  two_factor: z.boolean(),
  recovery_codes_left: z.int().nullable(),
  is_demo: z.boolean().describe('The shared demo account, which cannot be changed or deleted'),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Profile = z.infer<typeof Profile>

export const usersApi = {
  profile: {
    method: 'GET',
    path: '/users/profile',
    aliases: ['/auth/profile'],
    summary: 'Your profile',
    access: 'account.read',
    reply: Profile,
  },
  updateProfile: {
    method: 'PUT',
    path: '/users/profile',
    aliases: ['/auth/profile'],
    summary: 'Change your name or organization',
    access: 'account.write',
    body: z.object({
      name: changedRequiredText('Name', LIMITS.name)
        .refine((name) => name === undefined || name.trim().length >= 2, 'Name must be at least 2 characters')
        .refine((name) => name === undefined || isReadable(name), 'Name contains invalid characters'),
      organization: changedText('Organization', LIMITS.organization),
    }),
    reply: Profile,
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/users/profile',
    summary: 'Delete your account; what you wrote stays, attributed to "Deleted user"',
    access: 'account.secure',
    body: z.object({ password: CurrentPassword }),
  },
  changePassword: {
    method: 'POST',
    path: '/users/change-password',
    summary: 'Change your password; all other sessions end',
    access: 'account.secure',
    body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
    reply: Message,
  },
  changeEmail: {
    method: 'POST',
    path: '/users/email',
    summary:
      'Request an email change: a link sent to the new address confirms it, and the old address is notified if it was verified',
    access: 'account.secure',
    body: z.object({ email: EmailAddress, password: CurrentPassword }),
    reply: Message,
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/users/email',
    summary: 'Cancel an email change that is not confirmed yet',
    access: 'account.secure',
  },
  confirmEmail: {
    method: 'POST',
    path: '/users/email/confirm',
    summary:
      'Confirm the new email with the mailed token, signed in to the account; 400 `already_verified` when the token did so before',
    access: 'account.secure',
    body: z.object({ token: requiredText('Token', 200) }),
    reply: Profile,
  },
  uploadAvatar: {
    method: 'POST',
    path: '/upload/avatar',
    summary: 'Upload your avatar in the form field `avatar`: PNG, JPG or GIF under 5 MB',
    access: 'account.write',
    transport: 'multipart',
    file_field: 'avatar',
    reply: z.object({ message: z.string(), avatar_url: z.string() }),
  },
  removeAvatar: {
    method: 'DELETE',
    path: '/upload/avatar',
    summary: 'Remove your avatar',
    access: 'account.write',
  },
  avatar: {
    method: 'GET',
    path: '/avatars/:key',
    summary: 'An avatar, at an unguessable URL',
    access: 'public',
    params: z.object({ key: z.string() }),
    transport: 'bytes',
  },
} as const satisfies Api
