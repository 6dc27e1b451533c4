import type { authApi } from '@cairn/contract/api/auth'
import { Check, Copy } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { isAlreadyOn, isWrongCode, type useEnableTwoFactor } from '../../data/security.ts'
import { type CallReply, messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useCopy } from '../../ui/useCopy.ts'

// Rarely used, so it loads on demand.
const QrCode = lazy(() =>
  import('./QrCode.tsx').then(
    (module) => ({ default: module.QrCode }),
    () => ({ default: NoQrCode }),
  ),
)

/** Shown if the QR code fails to load. The key does the same. */
function NoQrCode() {
  return <Notice>The QR code couldn’t be displayed. Enter the key in your app instead.</Notice>
}

interface Props {
  setUp: CallReply<typeof authApi.twoFactorSetup>
  enable: ReturnType<typeof useEnableTwoFactor>
  onCancel: () => void
}

/** Shows the secret as a QR code and as text, and asks for the first code. */
export function AuthenticatorStep({ setUp, enable, onCancel }: Props) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { copied, copy } = useCopy({ failure: 'Failed to copy key to clipboard' })
  const message = isAlreadyOn(enable.error)
    ? 'Two-factor authentication is on. Close this dialog and replace the recovery codes to see them.'
    : enable.isError
      ? messageOf(enable.error, 'Failed to enable two-factor authentication.')
      : undefined
  const isWrong = isWrongCode(enable.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '' && !enable.isPending) enable.mutate(code.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {message && !isWrong && <Notice look="error">{message}</Notice>}
      <div className="flex items-center gap-6 max-sm:flex-col">
        <Suspense fallback={<Skeleton className="size-48 shrink-0" />}>
          <QrCode text={setUp.otpauth_url} label="QR code for your authenticator app" />
        </Suspense>
        <div className="flex min-w-0 flex-1 flex-col gap-1.5 text-13">
          <p className="text-muted">Can’t scan the code? Enter this key in your app:</p>
          <div className="flex items-start gap-1">
            {/* Groups of four for reading and typing. Copy returns the key without spaces. */}
            <code className="min-w-0 font-medium font-mono text-14 leading-6">
              {setUp.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <IconButton
              size="sm"
              label={copied ? 'Copied' : 'Copy key'}
              icon={copied ? <Check size={15} aria-hidden className="text-done-ink" /> : <Copy size={15} aria-hidden />}
              onClick={() => copy(setUp.secret)}
            />
          </div>
        </div>
      </div>
      <Field label="Code" error={isMissing ? 'Enter the six-digit code' : isWrong ? message : undefined}>
        <TextInput
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="tabular-nums tracking-wider"
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setMissing(false)
            if (enable.isError) enable.reset()
          }}
        />
      </Field>
      <DialogFooter>
        <Button onClick={onCancel} disabled={enable.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={enable.isPending}>
          {enable.isPending ? 'Enabling...' : 'Enable'}
        </Button>
      </DialogFooter>
    </form>
  )
}
