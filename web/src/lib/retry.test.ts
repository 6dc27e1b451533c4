import { expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { retry } from './retry.ts'

it('retries a given number of times when the server fails or is unreachable', () => {
  expect([0, 1, 2].map((failures) => retry(2)(failures, new ApiError(500, 'internal', 'x')))).toEqual([
    true,
    true,
    false,
  ])
  expect(retry(1)(0, new ApiError(0, 'network', 'x'))).toBe(true)
})

it.each([400, 401, 403, 404, 409, 429])('never retries after a %i', (status) => {
  expect(retry(3)(0, new ApiError(status, 'internal', 'x'))).toBe(false)
})
