// What is checked before the server is asked (point 5): the sentence to show, or null.
import { EmailAddress } from '@cairn/contract/api/common'

/** 'Email is required', 'Invalid email format': what the server would say, said at once. */
export const emailProblem = (email: string): string | null =>
  EmailAddress.safeParse(email).error?.issues[0]?.message ?? null

export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Name is required'
  return name.trim().length < 2 ? 'Name must be at least 2 characters' : null
}
