import { expect, it } from 'vitest'
import { createVault } from './vault.ts'

const SECRET = 'a secret of the tests, long enough to be one'

it('opens a sealed text only with the same context and secret', () => {
  const vault = createVault(SECRET)
  const sealed = vault.seal('totp ana', 'JBSWY3DPEHPK3PXP')

  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(vault.seal('totp ana', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  expect(vault.open('totp ana', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(vault.open('totp ben', sealed)).toBeNull()
  expect(createVault(`${SECRET}!`).open('totp ana', sealed)).toBeNull()
})

it.each(['', 'x', 'JBSWY3DPEHPK3PXP', 'A'.repeat(60)])('rejects %j, which it never sealed', (text) => {
  expect(createVault(SECRET).open('totp ana', text)).toBeNull()
})
