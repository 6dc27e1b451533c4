import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { createOutline, type Made, restOf } from '../../actions/pasteOutline.ts'
import { toastWithUndo, UNDO_LARGE_MS } from '../../actions/undoToast.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useStructure } from '../../data/nodes.ts'
import { StatusIcon } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { listDrafts, useDraft } from '../../lib/drafts.ts'
import { counted, formatNumber } from '../../lib/numbers.ts'
import { measure, type OutlineItem, parseOutline } from '../../lib/outlineText.ts'
import { printOutline } from '../../lib/printOutline.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { ParentField } from '../node-dialogs/ParentField.tsx'

/** Maximum number of rows in the preview. */
const SHOWN_MAX = 200

interface Props {
  planId: string
  nodes: PlanNodes
  actions: NodeActions
  /** The pasted text. Empty to type here or to continue a draft. */
  text: string
  under: string | null
  onCreated: (id: string) => void
  onClose: () => void
}

/**
 * Shows which nodes an outline becomes before they are created. Escape closes the dialog and keeps a draft: the text if it
 * was edited, or the lines that are left if only some nodes were created. Cancel discards the draft.
 */
export function PasteDialog({ planId, nodes, actions, text: pasted, under, onCreated, onClose }: Props) {
  const { rootId } = useStructure(nodes)
  const [place] = useState(() => placeOf(planId, pasted))
  const { value: draft, set: keepDraft, clear: forgetDraft } = useDraft(place, '')
  const [text, setText] = useState(pasted || draft)
  const [parentId, setParentId] = useState(under)
  const [done, setDone] = useState<number | null>(null)
  /** What was created before a call failed. */
  const [earlier, setEarlier] = useState<Made | null>(null)
  const [error, setError] = useState<string>()
  const read = useDeferredValue(text)
  const items = useMemo(() => parseOutline(read), [read])
  const { count, levels } = useMemo(() => measure(items), [items])
  const isBusy = done !== null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (count === 0 || isBusy) return
    setDone(earlier?.count ?? 0)
    setError(undefined)
    const parent_id = parentId ?? rootId
    const hasPhases = parent_id === null || parent_id === rootId
    const made = await createOutline(actions, items, { parent_id, hasPhases, onStep: setDone, earlier })
    if (made.error !== undefined) {
      setDone(null)
      setError(messageOf(made.error, 'Failed to create nodes'))
      if (made.count === 0) return
      setEarlier(made)
      keepDraft(printOutline(restOf(items, made)))
      return
    }
    toastWithUndo(`${counted(made.count, 'node')} created`, planId, made.changes, { duration: UNDO_LARGE_MS })
    forgetDraft()
    onClose()
    const [first] = made.ids
    if (first !== undefined) onCreated(first)
  }
  const stop = () => {
    if (earlier)
      toastWithUndo(someOf(earlier.count, count), planId, earlier.changes, { duration: UNDO_LARGE_MS, isError: true })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && stop()}
      isBusy={isBusy}
      closesOutside={false}
      title="Paste outline"
      description="Indented lines, a Markdown list or rows from a spreadsheet become nodes."
      width="lg"
    >
      <form onSubmit={submit} className="flex min-h-0 flex-col gap-4">
        <Field label="Outline">
          <Textarea
            autoFocus={pasted === ''}
            rows={pasted === '' ? 8 : 4}
            spellCheck={false}
            value={text}
            readOnly={isBusy || earlier !== null}
            onChange={({ target: { value } }) => {
              setText(value)
              keepDraft(value)
            }}
            onKeyDown={(event) => event.key === 'Tab' && event.stopPropagation()}
            className="max-h-48 font-mono text-13 whitespace-pre"
          />
        </Field>
        {!earlier && <ParentField nodes={nodes} rootId={rootId} value={parentId} onChange={setParentId} />}
        <section aria-label="Preview" className="flex min-h-0 flex-col gap-1.5">
          <h3 role="status" className="font-medium text-13">
            {count === 0 ? 'No nodes yet' : `${counted(count, 'node')} on ${counted(levels, 'level')}`}
          </h3>
          {count > 0 && <Preview items={items} count={count} />}
        </section>
        {error && <Notice look="error">{earlier ? `${someOf(earlier.count, count)}. ${error}` : error}</Notice>}
        <DialogFooter>
          <Button
            onClick={() => {
              forgetDraft()
              stop()
            }}
            disabled={isBusy}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={count === 0} autoFocus={pasted !== ''}>
            {isBusy
              ? `Creating ${formatNumber(done)} of ${formatNumber(count)}...`
              : earlier
                ? `Create remaining ${counted(count - earlier.count, 'node')}`
                : `Create ${count === 0 ? 'nodes' : counted(count, 'node')}`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** The place of the draft: the latest one to continue, or a place of its own for a pasted outline. */
function placeOf(planId: string, pasted: string): string {
  const place = `outline ${planId}`
  const latest = listDrafts(place)
    .map((draft) => draft.place)
    .sort()
    .at(-1)
  if (latest === undefined) return place
  return pasted === '' ? latest : `${place} ${Date.now()}`
}

const someOf = (made: number, count: number): string => `${formatNumber(made)} of ${counted(count, 'node')} created`

function Preview({ items, count }: { items: readonly OutlineItem[]; count: number }) {
  const rows = useMemo(() => firstRows(items), [items])
  return (
    <>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        aria-label="New nodes"
        className="max-h-56 overflow-y-auto rounded-6 border border-line p-2 text-13"
      >
        {rows.map(({ item, level }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else.
            key={index}
            className="flex items-center gap-2 py-0.5"
            style={{ paddingLeft: level * 18 }}
          >
            <StatusIcon status={item.status ?? 'not_started'} size={14} />
            <span className="title-text min-w-0 truncate">{item.title}</span>
            {item.due_date && <span className="shrink-0 text-12 text-muted">{item.due_date}</span>}
          </li>
        ))}
      </ul>
      {count > rows.length && <p className="text-12 text-muted">and {formatNumber(count - rows.length)} more</p>}
    </>
  )
}

function firstRows(items: readonly OutlineItem[]): { item: OutlineItem; level: number }[] {
  const rows: { item: OutlineItem; level: number }[] = []
  const stack = items.map((item) => ({ item, level: 0 })).reverse()
  for (let row = stack.pop(); row && rows.length < SHOWN_MAX; row = stack.pop()) {
    rows.push(row)
    const { level } = row
    stack.push(...row.item.children.map((item) => ({ item, level: level + 1 })).reverse())
  }
  return rows
}
