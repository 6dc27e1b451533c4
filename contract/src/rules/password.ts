// One set of password rules for register, reset and change.

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/** The message of the first rule that the password breaks; `null` if it is valid. */
export function passwordProblem(password: string): string | null {
  if (password === '') return 'Password is required'
  if (password.length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters`
  if (password.length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters`
  if (!/[a-z]/.test(password) || !/[A-Z]/.test(password) || !/[0-9]/.test(password))
    return 'Password must contain uppercase, lowercase, and numbers'
  return null
}

export const STRENGTH_LEVELS = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
export type StrengthLevel = (typeof STRENGTH_LEVELS)[number]

/** One point each for length 8+, length 12+, mixed case, a digit and a special character: 0 to 5. */
export function passwordScore(password: string): number {
  const points = [
    password.length >= 8,
    password.length >= 12,
    /[a-z]/.test(password) && /[A-Z]/.test(password),
    /[0-9]/.test(password),
    /[^a-zA-Z0-9]/.test(password),
  ]
  return points.filter(Boolean).length
}

/** Scores 0 and 1 are Very Weak, 5 is Strong. */
export const passwordStrength = (password: string): StrengthLevel =>
  STRENGTH_LEVELS[Math.max(0, passwordScore(password) - 1)] ?? 'Very Weak'
