import { LIMITS } from '@cairn/contract/api/common'
import { ArrowDown, ArrowUp, IndentIncrease, Plus, Sparkles, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { toastWithUndo, UNDO_LARGE_MS } from '../../actions/undoToast.ts'
import { draftChildren } from '../../data/aiDrafts.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { counted } from '../../lib/numbers.ts'
import { shorten } from '../../lib/shorten.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { addRow, type DraftRow, indentRow, moveRow, removeRow, rowsOf, treeOf } from './draftRows.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

interface Props {
  planId: string
  nodes: PlanNodes
  actions: NodeActions
  id: string
  onCreated: (id: string) => void
  onClose: () => void
}

/** Drafts children of a node with AI. They are edited before they are added in one step. Closing keeps the draft. */
export function BreakDownDialog({ planId, nodes, actions, id, onCreated, onClose }: Props) {
  const node = useNode(nodes, id)
  const { value: note, set: setNote, clear: forgetNote } = useDraft(`break down note ${id}`, '')
  const { value: rows, set: setRows, clear: forget } = useDraft<readonly DraftRow[]>(`break down ${id}`, [])
  const [titles, setTitles] = useState<readonly string[] | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => () => running.current?.abort(), [])
  if (!node) return null
  const isAsking = titles !== null
  const nodesToAdd = treeOf(rows, { isUnderRoot: node.node_type === 'root' })
  const count = rows.filter(({ title }) => title.trim() !== '').length

  const ask = async () => {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setTitles([])
    try {
      const made = await draftChildren({ planId, nodeId: id, note }, { onTitles: setTitles, signal: controller.signal })
      setRows(rowsOf(made))
    } catch (failure) {
      if (!controller.signal.aborted) setError(messageOf(failure, 'Failed to draft nodes'))
    }
    if (running.current === controller) setTitles(null)
  }
  const stop = () => {
    running.current?.abort()
    setTitles(null)
  }
  const add = async () => {
    setIsAdding(true)
    setError(undefined)
    try {
      const { reply, change } = await actions.createTree({ parent_id: id, nodes: nodesToAdd })
      forget()
      forgetNote()
      toastWithUndo(`${counted(reply.nodes.length, 'node')} added from an AI draft`, planId, [change], {
        duration: UNDO_LARGE_MS,
      })
      onClose()
      const [first] = reply.nodes
      if (first) onCreated(first.id)
    } catch (failure) {
      setError(messageOf(failure, 'Failed to add nodes'))
      setIsAdding(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAsking || isAdding) return
    if (rows.length === 0) void ask()
    else if (count > 0) void add()
  }
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[index]?.focus())

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isAdding}
      closesOutside={false}
      title="Break down with AI"
      description={`AI drafts nodes under “${shorten(titleOf(node), 80)}”. Nothing is added before you confirm.`}
      width="lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {isAsking ? (
          <Drafting titles={titles} />
        ) : rows.length === 0 ? (
          <Field label="What matters" hint="For example constraints, methods or how detailed it should be." optional>
            <Textarea
              autoFocus
              rows={3}
              maxLength={LIMITS.prompt}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        ) : (
          <section aria-label="AI draft" className="flex flex-col gap-2">
            <h3 role="status" className="font-medium text-13">
              {counted(count, 'node')}, drafted by AI
            </h3>
            <ul ref={list} aria-label="Drafted nodes" className="flex flex-col gap-1.5">
              {rows.map((row, index) => (
                <li
                  key={row.id}
                  className="flex items-center gap-1 max-sm:flex-wrap"
                  style={{ paddingLeft: row.level * 20 }}
                >
                  <TextInput
                    aria-label={`Title ${index + 1}`}
                    value={row.title}
                    maxLength={LIMITS.title}
                    readOnly={isAdding}
                    title={row.description}
                    onChange={({ target: { value } }) =>
                      setRows(rows.map((other) => (other.id === row.id ? { ...other, title: value } : other)))
                    }
                    className="min-w-0 flex-1 max-sm:basis-full"
                  />
                  <RowButtons
                    row={row}
                    index={index}
                    isLast={index === rows.length - 1}
                    disabled={isAdding}
                    onMove={(by) => setRows(moveRow(rows, row.id, by))}
                    onIndent={() => setRows(indentRow(rows, row.id))}
                    onRemove={() => {
                      setRows(removeRow(rows, row.id))
                      focusRow(Math.max(0, index - 1))
                    }}
                  />
                </li>
              ))}
            </ul>
            <div>
              <Button
                variant="ghost"
                size="sm"
                disabled={isAdding}
                onClick={() => {
                  setRows(addRow(rows))
                  focusRow(rows.length)
                }}
              >
                <Plus {...ICON} />
                Add node
              </Button>
            </div>
          </section>
        )}
        {error !== undefined && <Notice look="error">{error}</Notice>}
        <DialogFooter>
          {rows.length > 0 && !isAsking && (
            <Button variant="ghost" onClick={forget} disabled={isAdding} className="sm:mr-auto">
              Start over
            </Button>
          )}
          <Button onClick={isAsking ? stop : onClose} disabled={isAdding}>
            {isAsking ? 'Stop' : 'Cancel'}
          </Button>
          {!isAsking && (
            <Button type="submit" variant="primary" busy={isAdding} disabled={rows.length > 0 && count === 0}>
              {rows.length === 0 && <Sparkles {...ICON} />}
              {rows.length === 0 ? 'Draft with AI' : isAdding ? 'Adding...' : `Add ${counted(count, 'node')}`}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  )
}

function Drafting({ titles }: { titles: readonly string[] }) {
  return (
    <section aria-label="AI draft" className="flex min-h-24 flex-col gap-2 text-13">
      <p role="status" className="flex items-center gap-2">
        <Spinner size={16} className="text-accent-ink" />
        Drafting nodes...
      </p>
      <ul className="flex flex-col gap-1 text-muted">
        {titles.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end.
          <li key={index} className="[overflow-wrap:anywhere]">
            {title}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowButtonsProps {
  row: DraftRow
  index: number
  isLast: boolean
  disabled: boolean
  onMove: (by: 1 | -1) => void
  onIndent: () => void
  onRemove: () => void
}

function RowButtons({ row, index, isLast, disabled, onMove, onIndent, onRemove }: RowButtonsProps) {
  const name = row.title.trim() === '' ? `node ${index + 1}` : `“${shorten(row.title, 40)}”`
  return (
    <span className="ml-auto flex shrink-0">
      <IconButton
        label={`Move ${name} up`}
        icon={<ArrowUp {...ICON} />}
        disabled={disabled || index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={`Move ${name} down`}
        icon={<ArrowDown {...ICON} />}
        disabled={disabled || isLast}
        onClick={() => onMove(1)}
      />
      <IconButton
        label={row.level === 0 ? `Put ${name} under the node before` : `Move ${name} out`}
        icon={<IndentIncrease {...ICON} className={row.level === 1 ? 'rotate-180' : ''} />}
        disabled={disabled || index === 0}
        onClick={onIndent}
      />
      <IconButton label={`Remove ${name}`} icon={<X {...ICON} />} disabled={disabled} onClick={onRemove} />
    </span>
  )
}
