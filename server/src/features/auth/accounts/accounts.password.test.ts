import { expect, it } from 'vitest'
import { PASSWORD, testApp } from '../../../../test/factory.ts'

it('refuses the current password as the new one', async () => {
  const { as, make } = await testApp()
  const change = { currentPassword: PASSWORD, newPassword: PASSWORD }
  const reply = await as(await make.user())('POST', '/users/change-password', change)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual([
    { path: 'newPassword', message: 'Choose a password that differs from your current one' },
  ])
})
