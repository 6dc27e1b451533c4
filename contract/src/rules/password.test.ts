import { expect, test } from 'vitest'
import { PASSWORD_MAX, passwordProblem, passwordScore, passwordStrength } from './password.ts'

test.each([
  ['', 'Password is required'],
  ['Ab1', 'Password must be at least 8 characters'],
  ['Abcdef1', 'Password must be at least 8 characters'],
  ['abcdefg1', 'Password must contain uppercase, lowercase, and numbers'],
  ['ABCDEFG1', 'Password must contain uppercase, lowercase, and numbers'],
  ['Abcdefgh', 'Password must contain uppercase, lowercase, and numbers'],
  ['12345678', 'Password must contain uppercase, lowercase, and numbers'],
  [`Aa1${'x'.repeat(PASSWORD_MAX - 2)}`, 'Password must be at most 200 characters'],
  [`Aa1${'x'.repeat(PASSWORD_MAX - 3)}`, null],
  ['Abcdefg1', null],
  ['Pässwört 1A', null],
])('the password %j has the problem %j', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test.each([
  ['', 0, 'Very Weak'],
  ['a', 0, 'Very Weak'],
  ['abcdefgh', 1, 'Very Weak'],
  ['abcdefg1', 2, 'Weak'],
  ['Abcdefg1', 3, 'Fair'],
  ['Abcdefg1!', 4, 'Good'],
  ['Abcdefghijk1', 4, 'Good'],
  ['Abcdefghijk1!', 5, 'Strong'],
])('the password %j scores %i, which is %s', (password, score, level) => {
  expect(passwordScore(password)).toBe(score)
  expect(passwordStrength(password)).toBe(level)
})
