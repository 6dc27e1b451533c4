import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../lib/saveFile.ts'
import { useLeaveGuard } from '../../lib/useLeaveGuard.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCopy } from '../../ui/useCopy.ts'

/** A dialog that shows recovery codes once. Only its button closes it, because the codes would be lost. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isWarned, setWarned] = useState(false)
  const { copied, copy } = useCopy({ failure: 'Failed to copy codes to clipboard' })
  const text = codes.join('\n')
  const warn = () => setWarned(true)
  useLeaveGuard(warn)
  return (
    <Dialog
      open
      onOpenChange={warn}
      hasClose={false}
      title="Save your recovery codes"
      description="Each code signs you in once if you lose your authenticator app. You won’t be able to see them again."
    >
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
    </Dialog>
  )
}

const download = (codes: string) =>
  saveFile(new Blob([`Recovery codes for Cairn\n\n${codes}\n`], { type: 'text/plain' }), 'cairn-recovery-codes.txt')
