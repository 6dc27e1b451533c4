import { WRITING_MS, type WritingField } from '@cairn/contract/api/live'
import { useCallback, useContext, useEffect, useState } from 'react'
import { LiveContext, useWriters } from '../../data/liveStatus.ts'
import { listed } from '../../lib/listed.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { cx } from '../../ui/cx.ts'

interface Props {
  nodeId: string
  field: WritingField
  isChanged?: boolean
  /** Beside the buttons below instead of above them, which would move under the pointer. */
  isBesideButtons?: boolean
}

/**
 * Shows who else is writing in a text, and tells the others while the user types in the text fields beside it, or has a
 * changed text open (`isChanged`). Screen readers announce it once for the same people.
 */
export function Writing({ nodeId, field, isChanged = false, isBesideButtons = false }: Props) {
  const live = useContext(LiveContext)
  const isOpen = useLatest(isChanged)
  const writers = useWriters(nodeId, field)
  const names = listed(writers)
  const [announced, setAnnounced] = useState('')
  if (names !== '' && names !== announced) setAnnounced(names)
  const follow = useCallback(
    (mark: HTMLElement | null) => {
      const area = mark?.parentElement
      if (!area || !live) return
      const write = ({ target }: Event) => isText(target) && live.write(nodeId, field)
      const stop = () => live.write(nodeId, null)
      const pause = () => !isOpen.current && stop()
      const stopOnSend = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) =>
        key === 'Enter' && (ctrlKey || metaKey || target instanceof HTMLInputElement) && stop()
      area.addEventListener('input', write)
      area.addEventListener('focusout', pause)
      area.addEventListener('keydown', stopOnSend)
      return () => {
        area.removeEventListener('input', write)
        area.removeEventListener('focusout', pause)
        area.removeEventListener('keydown', stopOnSend)
        stop()
      }
    },
    [live, nodeId, field],
  )
  useEffect(() => {
    if (!isChanged || !live) return
    const repeat = () => live.write(nodeId, field)
    repeat()
    // The live channel drops repeats within half of a signal's life, so this asks more often.
    const timer = setInterval(repeat, WRITING_MS / 4)
    return () => {
      clearInterval(timer)
      live.write(nodeId, null)
    }
  }, [live, nodeId, field, isChanged])
  const verb = writers.length > 1 ? 'are' : 'is'
  return (
    <span ref={follow} className={cx('text-12 text-muted', isBesideButtons && 'h-0')}>
      {names !== '' && (
        <span
          aria-hidden
          className={cx('block animate-fade truncate', isBesideButtons && 'relative top-3.5 max-w-1/2')}
        >
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
