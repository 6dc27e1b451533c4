import type { Plan } from '@cairn/contract/api/plans'
import type { ExportFormat } from '@cairn/contract/api/transfer'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { exportPlan } from '../../data/transfer.ts'
import { messageOf } from '../../lib/api.ts'
import { localDay } from '../../lib/relativeTime.ts'
import { fileName, saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'

const FORMATS = [
  { value: 'json', label: 'JSON', hint: 'Everything: nodes, links, comments and people.', extension: 'json' },
  { value: 'zip', label: 'ZIP', hint: 'The JSON file and all uploaded files.', extension: 'zip' },
  { value: 'markdown', label: 'Markdown', hint: 'An outline to read or edit.', extension: 'md' },
  { value: 'csv', label: 'CSV', hint: 'A row for each node, for spreadsheets.', extension: 'csv' },
] as const satisfies readonly { value: ExportFormat; label: string; hint: string; extension: string }[]

/** Saves the plan as a file. */
export function ExportDialog({ plan, onClose }: { plan: Pick<Plan, 'id' | 'title'>; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('json')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const controller = new AbortController()
    running.current = controller
    setIsBusy(true)
    setError(undefined)
    try {
      const file = await exportPlan(plan.id, format, controller.signal)
      const { extension } = FORMATS.find(({ value }) => value === format) ?? FORMATS[0]
      saveFile(file, `${fileName(plan.title, 'plan')}-${localDay()}.${extension}`)
      onClose()
    } catch (failure) {
      if (controller.signal.aborted) return
      setIsBusy(false)
      setError(messageOf(failure, 'Failed to export plan'))
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Export plan">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <RadioCards legend="Format" name="format" value={format} options={FORMATS} onChange={setFormat} />
        {error !== undefined && <Notice look="error">{error}</Notice>}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? 'Exporting...' : 'Export'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
