import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { OperatorError } from '../base/errors.ts'
import { loadOrCreateSecret } from './secret.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'cairn-secret-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('creates a secret once, readable only by its owner', () => {
  const dataDir = join(folder(), 'data')

  const secret = loadOrCreateSecret(dataDir)

  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(loadOrCreateSecret(dataDir)).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(loadOrCreateSecret(folder())).not.toBe(secret)
})

it('rejects a truncated secret', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret'), 'short')

  expect(() => loadOrCreateSecret(dataDir)).toThrow(OperatorError)
})
