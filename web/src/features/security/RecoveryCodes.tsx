import { Check, Copy, Download } from 'lucide-react'
import { saveFile } from '../../lib/saveFile.ts'
import { useLeaveGuard } from '../../lib/useLeaveGuard.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCopy } from '../../ui/useCopy.ts'

interface Props {
  codes: readonly string[]
  /** Whether the user tried to close the dialog without the button. */
  isWarned: boolean
  onLeave: () => void
  onDone: () => void
}

/** Shows the recovery codes once. Asks before the page is left, because the codes would be lost. */
export function RecoveryCodes({ codes, isWarned, onLeave, onDone }: Props) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy codes to clipboard' })
  const text = codes.join('\n')
  useLeaveGuard(onLeave)
  return (
    <>
      <div className="flex flex-col gap-4">
        {isWarned && <Notice look="error">You won’t be able to see these codes again. Save them first.</Notice>}
        <ul
          aria-label="Recovery codes"
          className="grid gap-y-1.5 whitespace-nowrap rounded-6 border border-line bg-sunken px-4 py-3 font-mono text-13"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button
            autoFocus
            icon={copied ? <Check size={16} aria-hidden className="text-done-ink" /> : <Copy size={16} aria-hidden />}
            onClick={() => copy(text)}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button icon={<Download size={16} aria-hidden />} onClick={() => download(text)}>
            Download
          </Button>
        </div>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I’ve saved my codes
        </Button>
      </DialogFooter>
    </>
  )
}

const download = (codes: string) =>
  saveFile(new Blob([`Recovery codes for Cairn\n\n${codes}\n`], { type: 'text/plain' }), 'cairn-recovery-codes.txt')
