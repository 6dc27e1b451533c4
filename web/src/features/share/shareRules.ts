// Client-side validation of the share dialog.
import { emailProblem } from '@cairn/contract/rules/email'

export interface Taken {
  email: string
  /** Invited, without access until the invitation is accepted. */
  isInvited: boolean
}

/** Returns the error for an email address, or null. `taken` are the collaborators and the invited people. */
export function shareError(email: string, taken: readonly Taken[]): string | null {
  const text = email.trim()
  if (text === '') return 'Please enter an email address'
  if (emailProblem(text)) return 'Please enter a valid email address'
  const known = taken.find((person) => person.email.toLowerCase() === text.toLowerCase())
  if (!known) return null
  return known.isInvited ? 'This person is already invited to the plan' : 'This person already has access to the plan'
}
