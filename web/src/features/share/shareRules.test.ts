import { expect, it } from 'vitest'
import { shareError } from './shareRules.ts'

it.each([
  ['', 'Please enter an email address'],
  ['   ', 'Please enter an email address'],
  ['ben', 'Please enter a valid email address'],
  ['ben@example', 'Please enter a valid email address'],
  ['ANA@example.com', 'This person already has access to the plan'],
  [' ana@example.com ', 'This person already has access to the plan'],
  ['cleo@example.com', 'This person is already invited to the plan'],
  ['ben@example.com', null],
])('returns for %j: %s', (email, error) => {
  expect(
    shareError(email, [
      { email: 'Ana@Example.com', isInvited: false },
      { email: 'Cleo@example.com', isInvited: true },
    ]),
  ).toBe(error)
})
