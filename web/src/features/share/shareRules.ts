// What the share dialog checks before it asks the server (point 5), and how roles are worded.
import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import { EmailAddress } from '@cairn/contract/api/common'

export const ROLE_LABEL: Record<CollaboratorRole | 'owner', string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
}

export const ROLE_HINT: Record<CollaboratorRole, string> = {
  admin: 'Can edit and share',
  editor: 'Can edit',
  commenter: 'Can comment',
  viewer: 'Can read',
}

/** What is wrong with an address, else null; `taken` are the addresses that have access or are invited. */
export function shareError(email: string, taken: readonly string[]): string | null {
  const text = email.trim()
  if (text === '') return 'Please enter an email address'
  if (!EmailAddress.safeParse(text).success) return 'Please enter a valid email address'
  const isTaken = taken.some((known) => known.toLowerCase() === text.toLowerCase())
  return isTaken ? 'This person already has access to the plan' : null
}
