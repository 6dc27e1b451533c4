import { expect, it } from 'vitest'
import { destinationOf, emailOf } from './signInState.ts'

it.each([
  [{ from: '/plans/1?node=2#x' }, '/plans/1?node=2#x'],
  [{}, '/plans'],
  [null, '/plans'],
  [{ from: 'https://evil.example' }, '/plans'],
  [{ from: '//evil.example' }, '/plans'],
  [{ from: 7 }, '/plans'],
])('after %j goes to %s', (state, destination) => {
  expect(destinationOf(state)).toBe(destination)
})

it.each([
  [{ email: 'ana@example.com' }, 'ana@example.com'],
  [{ email: 7 }, ''],
  [null, ''],
])('reads from %j the email %j', (state, email) => {
  expect(emailOf(state)).toBe(email)
})
