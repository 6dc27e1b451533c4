import { LIMITS } from '@cairn/contract/api/common'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTreeTools } from './TreeContext.ts'
import { stepPlace } from './treePlaces.ts'

const INPUT =
  'h-7 min-w-2/5 flex-1 select-text rounded-6 border border-accent bg-surface px-1.5 text-14 outline-2 outline-accent/30'

/**
 * The title of a node, being changed in its row: Enter saves and adds a sibling, Tab and Shift+Tab indent and outdent, Escape
 * takes the change back, leaving the field saves.
 */
export function TitleEditor({ id, title }: { id: string; title: string }) {
  const { nodes, actions, onEdit, onFocusRow, onAddSibling, onReveal } = useTreeTools()
  const [text, setText] = useState(title)
  /** As it was when the editing began: who has changed nothing takes nobody's new title back. */
  const [before] = useState(title)
  const { input, isMoving } = useRowInput()
  const isOver = useRef(false)

  const save = () => {
    const next = text.trim()
    if (next !== '' && next !== before) actions.edit(id, { title: next }, { title: before })
  }
  const finish = (after: () => void) => {
    // The field disappears, which is a blur as well.
    isOver.current = true
    onEdit(null)
    after()
  }
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') finish(() => onFocusRow(id))
    if (event.key === 'Enter') {
      save()
      finish(() => (nodes.structure.rootId === id ? onFocusRow(id) : onAddSibling(id)))
    }
    if (event.key === 'Tab') {
      event.preventDefault()
      const tree = { structure: nodes.structure, get: (known: string) => nodes.get(known) }
      const place = stepPlace(tree, id, event.shiftKey ? 'outdent' : 'indent')
      if (!place) return
      isMoving.current = true
      actions.move(id, place)
      onReveal(id)
    }
  }
  return (
    <input
      ref={input}
      aria-label="Title"
      value={text}
      maxLength={LIMITS.title}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={handleKey}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={() => {
        if (isOver.current || isMoving.current) return
        save()
        onEdit(null)
      }}
      className={INPUT}
    />
  )
}

/** A field that has the focus, with its text selected, and keeps it while its row is moved elsewhere in the list. */
export function useRowInput() {
  const input = useRef<HTMLInputElement>(null)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    input.current?.focus({ preventScroll: true })
  })
  return { input, isMoving }
}
