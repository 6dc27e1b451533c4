import { generateSync } from 'otplib'
import { expect, it } from 'vitest'
import { newTotp, totpStep } from './totp.ts'

const NOW = Date.UTC(2026, 0, 1, 12)
const { secret } = newTotp('ana@example.test')
const codeAt = (ms: number): string => generateSync({ secret, epoch: Math.floor(ms / 1000) })
const stepAt = (ms: number, lastStep: number | null) =>
  totpStep(secret, codeAt(ms), new Date(ms).toISOString(), lastStep)

it('accepts a code once, and goes on after the clock of the server was ahead', () => {
  const step = stepAt(NOW, null)
  expect(step).not.toBeNull()
  expect(stepAt(NOW, step)).toBeNull()
  expect(stepAt(NOW + 30_000, step)).toBe((step ?? 0) + 1)
  const ofTomorrow = stepAt(NOW + 86_400_000, step)
  expect(stepAt(NOW, ofTomorrow)).toBe(step)
})
