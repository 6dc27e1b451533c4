// What counts as an e-mail address, for the forms and for the server.

export const EMAIL_MAX = 254
/** A name of letters, digits and `_ ' + -` in parts joined by dots, and a domain with a dot in it. */
export const EMAIL_PATTERN = /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

/**
 * What is wrong with an address, as the sentence to show; `null` when it is acceptable. Spaces around it do not count.
 */
export function emailProblem(email: string): string | null {
  const text = email.trim()
  if (text === '') return 'Email is required'
  return text.length > EMAIL_MAX || !EMAIL_PATTERN.test(text) ? 'Invalid email format' : null
}
