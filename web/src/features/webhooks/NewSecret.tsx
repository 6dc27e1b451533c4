import { Check, Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useCopy } from '../../ui/useCopy.ts'

/** The signing secret of a webhook, which the server shows once. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy secret to clipboard' })
  return (
    <>
      <div className="flex items-end gap-2">
        <Field
          label="Signing secret"
          hint="Verifies that a message comes from Cairn. Copy it now. You won’t be able to see it again."
          className="min-w-0 flex-1"
        >
          <TextInput
            readOnly
            autoFocus
            value={secret}
            onFocus={(event) => event.target.select()}
            className="font-mono"
          />
        </Field>
        <Button
          variant={copied ? 'secondary' : 'primary'}
          icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => copy(secret)}
          className="w-24"
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <DialogFooter>
        <Button variant={copied ? 'primary' : 'secondary'} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
