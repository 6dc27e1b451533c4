// Valid email addresses, for the forms and for the server.

export const EMAIL_MAX = 254
/** A name of letters, digits and `_ ' + -` in parts joined by dots, and a domain with a dot in it. */
export const EMAIL_PATTERN = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/** The error message for an address; `null` if it is valid. Surrounding spaces are ignored. */
export function emailProblem(email: string): string | null {
  const text = email.trim()
  if (text === '') return 'Email is required'
  return text.length > EMAIL_MAX || !EMAIL_PATTERN.test(text) ? 'Invalid email format' : null
}
