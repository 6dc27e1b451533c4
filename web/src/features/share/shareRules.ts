// What the share dialog checks before it asks the server (point 5).
import { emailProblem } from '@cairn/contract/rules/email'

/** What is wrong with an address, else null; `taken` are the addresses that have access or are invited. */
export function shareError(email: string, taken: readonly string[]): string | null {
  const text = email.trim()
  if (text === '') return 'Please enter an email address'
  if (emailProblem(text)) return 'Please enter a valid email address'
  const isTaken = taken.some((known) => known.toLowerCase() === text.toLowerCase())
  return isTaken ? 'This person already has access to the plan' : null
}
