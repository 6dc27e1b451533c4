import { useEffect, useRef } from 'react'
import { listDrafts, readDraft } from '../../lib/drafts.ts'
import { shorten } from '../../lib/shorten.ts'
import { toast } from '../../ui/Toast.tsx'
import { copyText } from '../../ui/useCopy.ts'

/** A long text does not fill the screen. */
const SHOWN_LENGTH = 200
const TITLE_LENGTH = 60
const LOST = 'What you were writing about was deleted'

/** A reply, or an edited comment or log entry. */
interface EntryDraft {
  text?: string
  content?: string
}

/**
 * Shows drafts whose entry has been deleted, so that their text can be copied. `places` are the drafts that can be
 * written now; undefined while the entries load.
 */
export function useLostDrafts(places: readonly string[] | undefined): void {
  const known = useRef<readonly string[]>([])
  useEffect(() => {
    if (!places) return
    const now = new Set(places)
    for (const place of known.current) if (!now.has(place)) showLostDraft(place, LOST)
    known.current = places
  }, [places])
}

/** Shows the drafts of nodes that the user can no longer open. */
export function showDraftsOfLostPlan(isInPlan: (nodeId: string) => boolean): void {
  for (const { place } of listDrafts('')) {
    const [nodeId = ''] = place.split(' ')
    if (isInPlan(nodeId)) showLostDraft(place, 'The plan was deleted, or your access to it has ended')
  }
}

/** Shows the drafts of a node that is deleted by now. `was` names the node and, if known, who deleted it. */
export function showDraftsOfLostNode(nodeId: string, was?: { title: string; author: string | undefined }): void {
  const why = was && `“${shorten(was.title, TITLE_LENGTH)}” was deleted${was.author ? ` by ${was.author}` : ''}`
  for (const { place } of listDrafts(`${nodeId} `)) showLostDraft(place, why ?? LOST)
}

/** Dismisses what `showDraftsOfLostNode` has shown: the drafts are back in their node. */
export function dismissDraftsOfLostNode(nodeId: string): void {
  for (const { place } of listDrafts(`${nodeId} `)) toast.dismiss(toastIdOf(place))
}

const toastIdOf = (place: string): string => `lost ${place}`

function showLostDraft(place: string, why: string): void {
  const draft = readDraft<EntryDraft>(place)
  const text = (draft?.text ?? draft?.content ?? '').trim()
  if (text === '') return
  toast.error(why, {
    id: toastIdOf(place),
    description: `Your text: “${shorten(text, SHOWN_LENGTH)}”`,
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    action: {
      label: 'Copy text',
      onClick: () => void copyText(text, { success: 'Copied', failure: 'Failed to copy text to clipboard' }),
    },
  })
}
