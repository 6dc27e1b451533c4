import { LIMITS } from '@cairn/contract/api/common'
import { type KeyboardEvent, useRef, useState } from 'react'
import { TypeIcon } from '../../data/nodeLook.tsx'
import { messageOf } from '../../lib/api.ts'
import { toast } from '../../ui/Toast.tsx'
import { useRowInput } from './TitleEditor.tsx'
import { useTreeTools } from './TreeContext.ts'
import { INDENT_PX } from './TreeRow.tsx'
import { likelyType } from './treePlaces.ts'
import type { Editing } from './useTree.ts'

type Draft = Extract<Editing, { kind: 'draft' }>

interface Props {
  draft: Draft
  level: number
  top: number
  height: number
}

/** A node that is being written (again, with its title, when the server refused it): Enter creates it and goes on with the next, Tab and Shift+Tab choose how deep it hangs. */
export function DraftRow({ draft, level, top, height }: Props) {
  const { nodes, actions, onEdit, onFocusRow } = useTreeTools()
  const [title, setTitle] = useState(draft.title ?? '')
  const { input, isMoving } = useRowInput()
  const isOver = useRef(false)

  const create = (andNext: boolean) => {
    const text = title.trim()
    isOver.current = true
    onEdit(null)
    if (text === '') {
      if (andNext) giveFocusBack()
      return
    }
    const { parent_id, after_id, node_type } = draft
    actions.create({ title: text, node_type, parent_id, order_index: placeAfter(after_id) }).then(
      (made) => andNext && onEdit({ kind: 'draft', node_type, parent_id: made.parent_id, after_id: made.id }),
      (error: unknown) => {
        toast.error(messageOf(error, 'Failed to create the node'))
        onEdit({ ...draft, title: text })
      },
    )
  }
  const placeAfter = (id: string | null) => {
    const index = id === null ? -1 : (nodes.structure.children.get(draft.parent_id)?.indexOf(id) ?? -1)
    return index < 0 ? null : index + 1
  }
  const giveFocusBack = () => {
    const id = draft.after_id ?? draft.parent_id
    if (id !== null) onFocusRow(id)
  }
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') create(true)
    if (event.key === 'Escape') {
      isOver.current = true
      onEdit(null)
      giveFocusBack()
    }
    if (event.key === 'Tab') {
      event.preventDefault()
      const next = event.shiftKey ? outdented(draft) : indented(draft)
      if (!next) return
      isMoving.current = true
      onEdit(next)
    }
  }
  /** Under the node it stands behind. */
  const indented = ({ after_id, parent_id }: Draft): Draft | null => {
    const parent = after_id ?? nodes.structure.children.get(parent_id)?.at(-1)
    if (parent === undefined) return null
    return { kind: 'draft', parent_id: parent, after_id: null, node_type: likelyType(nodes.get(parent)) }
  }
  /** Behind its parent. */
  const outdented = ({ parent_id }: Draft): Draft | null => {
    const parent = parent_id === null ? undefined : nodes.get(parent_id)
    if (!parent || parent.id === nodes.structure.rootId) return null
    const grandparent = parent.parent_id === null ? undefined : nodes.get(parent.parent_id)
    return {
      kind: 'draft',
      parent_id: parent.parent_id,
      after_id: parent.id,
      node_type: likelyType(grandparent, parent),
    }
  }
  return (
    <div
      className="absolute inset-x-0 top-0 flex items-center gap-2 pr-2"
      style={{ height, transform: `translateY(${top}px)`, paddingLeft: 8 + (level - 1) * INDENT_PX }}
    >
      <span aria-hidden className="w-5 shrink-0 pointer-coarse:w-7" />
      <TypeIcon type={draft.node_type} />
      <input
        ref={input}
        aria-label="Title of the new node"
        placeholder={`New ${draft.node_type}`}
        value={title}
        maxLength={LIMITS.title}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => !isOver.current && !isMoving.current && create(false)}
        className="h-7 min-w-0 flex-1 rounded-6 border border-accent bg-surface px-1.5 text-14 outline-2 outline-accent/30"
      />
    </div>
  )
}
