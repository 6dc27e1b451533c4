// What the share dialog checks before it asks the server (point 5).
import { emailProblem } from '@cairn/contract/rules/email'

export interface Taken {
  email: string
  /** Invited, and without access until the invitation is accepted. */
  isInvited: boolean
}

/** What is wrong with an address, else null; `taken` are the people who have access or are invited. */
export function shareError(email: string, taken: readonly Taken[]): string | null {
  const text = email.trim()
  if (text === '') return 'Please enter an email address'
  if (emailProblem(text)) return 'Please enter a valid email address'
  const known = taken.find((person) => person.email.toLowerCase() === text.toLowerCase())
  if (!known) return null
  return known.isInvited ? 'This person is already invited to the plan' : 'This person already has access to the plan'
}
