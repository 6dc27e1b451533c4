import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { TextInput } from './TextInput.tsx'
import type { useCopy } from './useCopy.ts'

interface Props extends ReturnType<typeof useCopy> {
  label: string
  hint?: ReactNode
  value: string
  autoFocus?: boolean
}

/** Shows a secret or a URL that the server shows once, with a button that copies it. Focus selects all of it. */
export function CopyField({ label, hint, value, autoFocus, copied, copy }: Props) {
  return (
    <Field label={label} hint={hint}>
      <div className="flex gap-2">
        <TextInput
          readOnly
          autoFocus={autoFocus}
          value={value}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 font-mono"
        />
        <Button
          variant={copied ? 'secondary' : 'primary'}
          icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => copy(value)}
          className="w-24"
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </Field>
  )
}
