import { expect, it, vi } from 'vitest'

const argon = vi.hoisted(() => ({ hashed: 0, verified: 0, running: 0, most: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    argon.most = Math.max(argon.most, ++argon.running)
    return work.finally(() => argon.running--)
  }
  const hash: typeof real.hash = (...input) => {
    argon.hashed++
    return counted(real.hash(...input))
  }
  const verify: typeof real.verify = (...input) => {
    argon.verified++
    return counted(real.verify(...input))
  }
  return { ...real, hash, verify }
})

// Test files share modules; here they are loaded again, with the counters in between.
vi.resetModules()
const { PASSWORD, testApp } = await import('../../../../test/factory.ts')
const { checkPassword, hashPassword } = await import('./passwords.ts')

it('hashes and compares at most two passwords at once, so that other work gets a thread', async () => {
  const stored = await hashPassword(PASSWORD)
  argon.most = 0

  const results = await Promise.all([
    ...Array.from({ length: 5 }, () => checkPassword(stored, PASSWORD)),
    ...Array.from({ length: 5 }, () => checkPassword(stored, 'Wrong-passw0rd')),
    ...Array.from({ length: 5 }, async () => (await hashPassword(PASSWORD)).startsWith('$argon2id$')),
  ])

  expect(results).toEqual([...Array(5).fill(true), ...Array(5).fill(false), ...Array(5).fill(true)])
  expect(argon.most).toBe(2)
})

it('hashes a new password only after all checks', async () => {
  const app = await testApp({ env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const [me, demo] = [await app.make.user(), await app.make.user({ is_demo: 1 })]
  const change = async (who: typeof me, currentPassword: string) =>
    (await app.as(who)('POST', '/users/change-password', { currentPassword, newPassword: 'New-passw0rd' })).statusCode
  // The first comparison also hashes what unknown accounts are compared with.
  const wrong = [await change(me, 'Wrong-passw0rd')]
  const before = { ...argon }

  expect(await change(demo, PASSWORD)).toBe(403)
  expect(argon.verified).toBe(before.verified)
  for (let i = 1; i < 22; i++) wrong.push(await change(me, 'Wrong-passw0rd'))
  expect(wrong).toEqual([...Array(20).fill(400), 429, 429])
  const account = { email: me.email, name: 'Pat', password: PASSWORD }
  expect((await app.as(null)('POST', '/auth/register', account)).statusCode).toBe(409)
  const reset = { token: 'unknown', password: PASSWORD }
  expect((await app.as(null)('POST', '/auth/reset-password', reset)).statusCode).toBe(400)

  expect(argon.verified).toBe(before.verified + 19)
  expect(argon.hashed).toBe(before.hashed)
})
