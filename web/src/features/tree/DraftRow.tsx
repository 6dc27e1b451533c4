import { LIMITS } from '@cairn/contract/api/common'
import { ListIndentDecrease, ListIndentIncrease } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { sayNotCreated } from '../../actions/failedCreation.ts'
import { newTitlePlace } from '../../actions/unsavedTitles.ts'
import { TypeIcon } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { getSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import { likelyType } from '../../view-state/likelyType.ts'
import { useTreeTools } from './TreeContext.ts'
import { INDENT_PX } from './TreeRow.tsx'
import { EDIT_KEYS, useRowInput } from './useRowInput.ts'
import type { Editing } from './useTree.ts'

type Draft = Extract<Editing, { kind: 'draft' }>

interface Props {
  draft: Draft
  level: number
  top: number
  height: number
}

type Step = 'indent' | 'outdent' | { title: string }

const LEVEL_STEPS = [
  { step: 'outdent', label: 'Outdent', Icon: ListIndentDecrease },
  { step: 'indent', label: 'Indent', Icon: ListIndentIncrease },
] as const

/**
 * The input for a new node. Enter creates it and continues with the next sibling. Tab and Shift+Tab change its level; a
 * touch screen has buttons for that. Typing never waits for the server. A node that the server rejects comes back into
 * the input.
 */
export function DraftRow({ draft, level, top, height }: Props) {
  const { nodes, structure, actions, onCreated, onEdit, onFocusRow, onPaste } = useTreeTools()
  const { planId } = useParams()
  const { value: title, set: setTitle, clear: forget } = useDraft(newTitlePlace(planId ?? ''), '')
  const [creating, setCreating] = useState<string | null>(null)
  const { input, isMoving } = useRowInput()
  const isOpen = useRef(true)
  // The session may end before a title is rejected.
  const [userId] = useState(() => getSession()?.user.id)
  /** The place of the input, which is rendered a little later. */
  const place = useRef(draft)
  useLayoutEffect(() => {
    place.current = draft
  }, [draft])
  /** The row that has the focus since Escape closed the input. Nodes created afterwards take the focus from it. */
  const left = useRef<{ rowId: string | null } | null>(null)
  /** Pending steps, run in order; each starts from the position where the previous one ended. */
  const steps = useRef<Step[]>([])

  const take = (step: Step) => {
    if (steps.current.push(step) === 1) void takeAll()
  }
  const takeAll = async () => {
    let at = place.current
    for (let step = steps.current[0]; step; step = steps.current[0]) {
      try {
        const next = typeof step === 'string' ? shifted(step, at) : await create(step.title, at)
        steps.current.shift()
        if (!next) continue
        at = next
      } catch (error) {
        return giveBack(at, error)
      }
      if (!isOpen.current) {
        if (typeof step !== 'string') focusCreated(at.after_id)
        continue
      }
      isMoving.current = true
      place.current = at
      onEdit(at)
    }
  }
  const create = async (text: string, { parent_id, after_id, node_type }: Draft): Promise<Draft> => {
    setCreating(text)
    try {
      const place = { parent_id, order_index: placeAfter(parent_id, after_id) }
      const made = await actions.create({ title: text, node_type, ...place, after_id })
      onCreated(made.id)
      return { kind: 'draft', node_type, parent_id: made.parent_id, after_id: made.id }
    } finally {
      setCreating(null)
    }
  }
  const placeAfter = (parentId: string | null, id: string | null) => {
    const index = id === null ? -1 : (nodes.structure.children.get(parentId)?.indexOf(id) ?? -1)
    return index < 0 ? null : index + 1
  }
  /** Puts the rejected title and everything typed after it back into the input, or offers each title once it is closed. */
  const giveBack = (at: Draft, error: unknown) => {
    const entered = steps.current.flatMap((step) => (typeof step === 'string' ? [] : [step.title]))
    if (!isOpen.current) {
      steps.current = []
      const { parent_id, after_id, node_type } = at
      const order_index = placeAfter(parent_id, after_id)
      for (const title of entered)
        sayNotCreated(planId ?? '', { title, node_type, parent_id, order_index }, actions.create, userId)(error)
      return
    }
    const isOrphan = at.parent_id !== null && !nodes.get(at.parent_id)
    // After the end of the session, /login says so.
    if (getSession()?.user.id === userId)
      toast.error(
        isOrphan ? 'The parent was deleted. The new row moved to the end.' : messageOf(error, 'Failed to create node'),
      )
    const typed = input.current?.value.trim() ?? ''
    const text = [...entered, typed].filter((part) => part !== '').join(', ')
    steps.current = []
    setTitle(text)
    onEdit(isOrphan ? atTheEnd(at) : at)
  }
  /** The last place of the plan, for a row whose parent was deleted. */
  const atTheEnd = ({ node_type }: Draft): Draft => ({
    ...{ kind: 'draft', node_type },
    ...{ parent_id: structure().rootId, after_id: nodes.structure.children.get(structure().rootId)?.at(-1) ?? null },
  })
  const shifted = (step: 'indent' | 'outdent', at: Draft) => (step === 'indent' ? indented(at) : outdented(at))
  /** Into the preceding sibling, as its first child. */
  const indented = ({ after_id, parent_id }: Draft): Draft | null => {
    const parent = after_id ?? nodes.structure.children.get(parent_id)?.at(-1)
    if (parent === undefined) return null
    return { kind: 'draft', parent_id: parent, after_id: null, node_type: likelyType(nodes.get(parent)) }
  }
  /** After its parent. */
  const outdented = (at: Draft): Draft | null => {
    const { parent_id } = at
    const parent = parent_id === null ? undefined : nodes.get(parent_id)
    if (!parent && parent_id !== null) return atTheEnd(at)
    if (!parent || parent.id === structure().rootId) return null
    const grandparent = parent.parent_id === null ? undefined : nodes.get(parent.parent_id)
    return {
      kind: 'draft',
      parent_id: parent.parent_id,
      after_id: parent.id,
      node_type: likelyType(grandparent, parent),
    }
  }

  const enter = () => {
    const text = title.trim()
    if (text === '') return
    setTitle('')
    take({ title: text })
  }
  const close = () => {
    isOpen.current = false
    onEdit(null)
  }
  const giveFocusBack = () => {
    const { after_id, parent_id } = place.current
    const topLevel = nodes.structure.children.get(null) ?? []
    // Someone else may have deleted the rows beside it.
    const rowId =
      [after_id, parent_id, structure().rootId, ...topLevel].find((id) => id !== null && nodes.get(id)) ?? null
    left.current = { rowId }
    if (rowId !== null) onFocusRow(rowId)
  }
  const focusCreated = (id: string | null) => {
    if (id === null || !left.current || !hasFocus(left.current.rowId)) return
    left.current = { rowId: id }
    onFocusRow(id)
  }
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' || (event.key === 'Enter' && title.trim() === '')) {
      forget()
      close()
      giveFocusBack()
    } else if (event.key === 'Enter') enter()
    if (event.key === 'Tab') {
      event.preventDefault()
      take(event.shiftKey ? 'outdent' : 'indent')
    }
  }
  /** Several lines are several nodes. The preview takes the focus, which ends this row. */
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (text.trim().split(/[\r\n]+/).length < 2) return
    event.preventDefault()
    onPaste(text, place.current.parent_id)
  }
  const handleBlur = () => {
    if (!isOpen.current || isMoving.current) return
    enter()
    close()
  }
  return (
    <div
      ref={keepClearOfToasts}
      className="absolute inset-x-0 top-0 flex items-center gap-2 pr-2"
      style={{ height, transform: `translateY(${top}px)`, paddingLeft: 8 + (level - 1) * INDENT_PX }}
    >
      <span aria-hidden className="w-5 shrink-0 pointer-coarse:w-7" />
      <TypeIcon type={draft.node_type} />
      <input
        ref={input}
        aria-label="New node title"
        aria-description={EDIT_KEYS}
        placeholder={creating === null ? `New ${draft.node_type}` : `Creating “${creating}”...`}
        value={title}
        maxLength={LIMITS.title}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onBlur={handleBlur}
        className="h-7 min-w-0 flex-1 rounded-6 border border-accent bg-surface px-1.5 text-14 outline-2 outline-accent/30"
      />
      <span className="hidden pointer-coarse:flex">
        {LEVEL_STEPS.map(({ step, label, Icon }) => (
          <IconButton
            key={step}
            size="sm"
            label={label}
            icon={<Icon size={18} aria-hidden />}
            aria-disabled={shifted(step, draft) === null}
            onMouseDown={keepFocus}
            onClick={() => take(step)}
            className="aria-disabled:opacity-50"
          />
        ))}
      </span>
    </div>
  )
}

/** The input keeps the focus, and a phone its keyboard. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Whether the focus is on a row, or on nothing because the row was not there. */
const hasFocus = (rowId: string | null): boolean => {
  const { activeElement } = document
  if (activeElement === document.body) return true
  return activeElement instanceof HTMLElement && rowId !== null && activeElement.dataset.id === rowId
}
