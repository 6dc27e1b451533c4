/** What travels with a navigation between /login, /register and /forgot-password, in the history entry. */
export interface SignInState {
  /** The page that was asked for, with its query and fragment. */
  from?: string
  /** What has just happened, in a sentence above the form. */
  notice?: string
  /** The address that was typed on the screen before. */
  email?: string
}

/** Where to go after signing in: the page that was asked for, else the plans. Only ever a page of this app. */
export function destinationOf(state: unknown): string {
  const from = (state as SignInState | null)?.from
  const isLocal = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  return isLocal ? from : '/plans'
}

/** The address that was typed on the screen before, else ''. */
export function emailOf(state: unknown): string {
  const email = (state as SignInState | null)?.email
  return typeof email === 'string' ? email : ''
}
