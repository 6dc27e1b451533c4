import { expect, it } from 'vitest'
import { createSigner } from './signing.ts'

const signer = createSigner('a secret of the tests, long enough to be one')

it('accepts its own signatures', () => {
  expect(signer.verify('invite', 'text', signer.sign('invite', 'text'))).toBe(true)
})

it.each([
  ['another purpose', 'download', 'text', signer.sign('invite', 'text')],
  ['another text', 'invite', 'other', signer.sign('invite', 'text')],
  ['purpose and text cut elsewhere', 'invitet', 'ext', signer.sign('invite', 'text')],
  ['a cut signature', 'invite', 'text', signer.sign('invite', 'text').slice(0, -2)],
  ['no signature', 'invite', 'text', ''],
  ['another secret', 'invite', 'text', createSigner('another secret').sign('invite', 'text')],
])('rejects a signature for %s', (_, purpose, text, signature) => {
  expect(signer.verify(purpose, text, signature)).toBe(false)
})
