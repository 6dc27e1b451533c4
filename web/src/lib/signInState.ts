/** What travels with a navigation between /login, /register and /forgot-password, in the history entry. */
export interface SignInState {
  /** The page that was asked for, with its query and fragment. */
  from?: string
  /** The id of the user whose session ended there. */
  fromUser?: string
  /** What has just happened, in a sentence above the form. */
  notice?: string
  /** The address that was typed on the screen before. */
  email?: string
}

/** Where to go after signing in: the page that was asked for, unless someone else was on it, else the plans. Only ever a page of this app. */
export function destinationOf(state: unknown, userId?: string): string {
  const { from, fromUser } = (state as SignInState | null) ?? {}
  if (fromUser !== undefined && userId !== undefined && fromUser !== userId) return '/plans'
  const isLocal = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  return isLocal ? from : '/plans'
}

/** The address that was typed on the screen before, else ''. */
export function emailOf(state: unknown): string {
  const email = (state as SignInState | null)?.email
  return typeof email === 'string' ? email : ''
}
