/** The history state of navigations between /login, /register and /forgot-password. */
export interface SignInState {
  /** The requested page, with its query and fragment. */
  from?: string
  /** The id of the user whose session ended on that page. */
  fromUser?: string
  /** A message to show above the form. */
  notice?: string
  /** The email typed on the previous page. */
  email?: string
}

/** Returns the page to open after sign-in: the requested one, unless it was another user's, else My Plans. */
export function destinationOf(state: unknown, userId?: string): string {
  const { from, fromUser } = (state as SignInState | null) ?? {}
  if (fromUser !== undefined && userId !== undefined && fromUser !== userId) return '/plans'
  const isLocal = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  return isLocal ? from : '/plans'
}

/** Returns the email typed on the previous page, or ''. */
export function emailOf(state: unknown): string {
  const email = (state as SignInState | null)?.email
  return typeof email === 'string' ? email : ''
}
