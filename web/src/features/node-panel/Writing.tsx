import type { WritingField } from '@cairn/contract/api/live'
import { useCallback, useContext, useState } from 'react'
import { LiveContext, useWriters } from '../../data/liveStatus.ts'

/**
 * Shows who else is writing in a text, and tells the others while the user types in the text fields beside it. Screen
 * readers hear it once for the same people.
 */
export function Writing({ nodeId, field }: { nodeId: string; field: WritingField }) {
  const live = useContext(LiveContext)
  const names = useWriters(nodeId, field)
  const [announced, setAnnounced] = useState('')
  if (names !== '' && names !== announced) setAnnounced(names)
  const follow = useCallback(
    (mark: HTMLElement | null) => {
      const area = mark?.parentElement
      if (!area || !live) return
      const write = ({ target }: Event) => isText(target) && live.write(nodeId, field)
      const stop = () => live.write(nodeId, null)
      const stopOnSend = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) =>
        key === 'Enter' && (ctrlKey || metaKey || target instanceof HTMLInputElement) && stop()
      area.addEventListener('input', write)
      area.addEventListener('focusout', stop)
      area.addEventListener('keydown', stopOnSend)
      return () => {
        area.removeEventListener('input', write)
        area.removeEventListener('focusout', stop)
        area.removeEventListener('keydown', stopOnSend)
        stop()
      }
    },
    [live, nodeId, field],
  )
  const verb = names.includes(' and ') ? 'are' : 'is'
  return (
    <span ref={follow} className="text-12 text-muted empty:hidden">
      {names !== '' && (
        <span aria-hidden className="block animate-fade truncate">
          {names} {verb} writing…
        </span>
      )}
      <span role="status" className="sr-only">
        {announced !== '' && `${announced} started writing`}
      </span>
    </span>
  )
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
