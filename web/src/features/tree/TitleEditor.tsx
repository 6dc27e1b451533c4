import { titlePlace } from '../../actions/unsavedTitles.ts'
import { isTouch } from '../../lib/mediaQuery.ts'
import { useTitleEdit } from '../../ui/useTitleEdit.ts'
import { useTreeTools } from './TreeContext.ts'
import { stepPlace } from './treePlaces.ts'
import { EDIT_KEYS, useRowInput } from './useRowInput.ts'

/** The title input of a row. Tab and Shift+Tab indent and outdent. Enter also adds a sibling, except on touch screens. */
export function TitleEditor({ id, title }: { id: string; title: string }) {
  const { nodes, structure, actions, onEdit, onFocusRow, onAddSibling, onReveal } = useTreeTools()
  const { input, isMoving } = useRowInput()
  const field = useTitleEdit({
    title,
    place: titlePlace(nodes.get(id)?.plan_id ?? '', id),
    onSave: (next, before) => actions.edit(id, { title: next }, { title: before }),
    onClose: (by) => {
      onEdit(null)
      if (by === 'enter' && structure().rootId !== id && !isTouch()) onAddSibling(id)
      else if (by !== 'blur') onFocusRow(id)
    },
  })
  const step = (direction: 'indent' | 'outdent') => {
    const tree = { structure: structure(), get: (known: string) => nodes.get(known) }
    const place = stepPlace(tree, id, direction)
    if (!place) return
    isMoving.current = true
    actions.move(id, place)
    onReveal(id)
  }
  return (
    <input
      {...field}
      ref={input}
      aria-label="Title"
      aria-description={EDIT_KEYS}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Tab' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          step(event.shiftKey ? 'outdent' : 'indent')
        } else field.onKeyDown(event)
      }}
      onBlur={() => !isMoving.current && field.onBlur()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      className="title-input h-7 min-w-2/5 flex-1 select-text rounded-6 border border-accent bg-surface px-1.5 text-14 outline-2 outline-accent/30"
    />
  )
}
