import { LIMITS } from '@cairn/contract/api/common'
import { type KeyboardEvent, useRef, useState } from 'react'
import { newTitlePlace } from '../../../actions/unsavedTitles.ts'
import { TypeIcon } from '../../../display/nodeDisplay.tsx'
import { messageOf } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useIsShown } from '../../../lib/useIsShown.ts'
import { cx } from '../../../ui/cx.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useView } from '../view/ViewContext.ts'
import type { Creation } from './useCreation.ts'
import type { Draft } from './useDrafts.ts'

/** Below this zoom the card is enlarged, so that it can be typed in without moving the view. */
const ZOOM_MIN = 0.8

interface Props {
  planId: string
  draft: Draft
  /** Rejects with the server's error while the card is shown. */
  onCreate: (draft: Draft, title: string, how: Creation) => Promise<void>
  onClose: (draft: Draft) => void
}

/**
 * A card with the title field of a new node. Enter or leaving the field creates it, Escape does not. The next card begins
 * with a title whose field was interrupted.
 */
export function DraftCard({ planId, draft, onCreate, onClose }: Props) {
  const { value: typed, set: setTyped, clear: forget } = useDraft(newTitlePlace(planId), '')
  const [creating, setCreating] = useState<string | null>(null)
  const isOver = useRef(false)
  const isShown = useIsShown()
  const scale = useView(({ zoom }) => Math.max(1, ZOOM_MIN / zoom))
  const { box, node_type } = draft

  const close = () => {
    isOver.current = true
    forget()
    onClose(draft)
  }
  const create = async ({ byKey }: { byKey: boolean }) => {
    if (creating !== null || isOver.current) return
    const title = typed.trim()
    if (title === '') return close()
    setCreating(title)
    // The card of another title must not begin with it.
    forget()
    try {
      await onCreate(draft, title, { byKey, isShown: () => isShown.current })
      isOver.current = true
    } catch (error) {
      toast.error(messageOf(error, 'Failed to create node'))
      setTyped(title)
      setCreating(null)
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') void create({ byKey: true })
  }
  return (
    <div
      data-control
      className={cx(
        'absolute top-0 left-0 z-10 flex items-center gap-2 border-2 border-accent border-dashed bg-surface px-4 shadow-float',
        node_type === 'milestone' ? 'rounded-full' : 'rounded-10',
      )}
      style={{ width: box.width, height: box.height, transform: `translate(${box.x}px, ${box.y}px) scale(${scale})` }}
    >
      <TypeIcon type={node_type} />
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it to type.
        autoFocus
        aria-label="New node title"
        placeholder={`New ${node_type}`}
        autoComplete="off"
        maxLength={LIMITS.title}
        value={creating ?? typed}
        readOnly={creating !== null}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => void create({ byKey: false })}
        className="h-8 min-w-0 flex-1 rounded-6 bg-surface px-1 text-14 outline-2 outline-accent"
      />
    </div>
  )
}
