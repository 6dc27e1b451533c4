import { AVATAR_MAX_BYTES } from '@cairn/contract/api/common'
import { expect, it } from 'vitest'
import { avatarProblem } from './avatar.ts'

it.each([
  ['image/png', AVATAR_MAX_BYTES, null],
  ['image/png', AVATAR_MAX_BYTES + 1, 'Image size must be less than 5MB'],
  ['application/pdf', 1, 'Please select an image file (PNG, JPG, or GIF)'],
  ['', 1, 'Please select an image file (PNG, JPG, or GIF)'],
])('returns for a file of type %j with %d bytes: %j', (type, size, problem) => {
  expect(avatarProblem({ type, size })).toBe(problem)
})
