import { passwordScore, passwordStrength, type StrengthLevel } from '@cairn/contract/rules/password'
import { ProgressBar } from './ProgressBar.tsx'

const TONE = {
  'Very Weak': 'blocked',
  Weak: 'blocked',
  Fair: 'sequence',
  Good: 'progress',
  Strong: 'done',
} as const satisfies Record<StrengthLevel, string>

/** Shows the strength of a password as a bar and a word. Nothing for an empty password. */
export function PasswordStrength({ password }: { password: string }) {
  if (!password) return null
  const level = passwordStrength(password)
  return (
    <div className="flex items-center gap-3">
      <ProgressBar
        label="Password strength"
        value={Math.max(1, passwordScore(password)) * 20}
        tone={TONE[level]}
        className="flex-1"
      />
      <span aria-live="polite" className="w-16 text-right text-12 text-muted">
        {level}
      </span>
    </div>
  )
}
