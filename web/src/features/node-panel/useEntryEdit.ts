import type { LogEntry } from '@cairn/contract/api/logs'
import { useEffect } from 'react'
import { currentEntryOf, useIsSavingEntry } from '../../data/logs.ts'
import { messageOf } from '../../lib/api.ts'
import { keepDraft, readDraft, useDraft } from '../../lib/drafts.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { useSayKept } from './useSayKept.ts'

interface Options<T> {
  planId: string
  entry: LogEntry
  /** Where the entry is edited. */
  tab: 'logs' | 'comments'
  /** The name of the draft. */
  place: string
  /** The draft of an entry that was not edited. */
  stored: T
  /** The fields that a person edits. */
  fields: readonly (keyof T)[]
  /** Rejects with the current entry in the error if someone has changed it. */
  send: (draft: T) => Promise<LogEntry>
  /** The message if saving fails. */
  failure: string
  onClose: () => void
}

/** The state of an entry that is being edited: a draft until the server has saved it or the user cancels. */
export function useEntryEdit<T extends { version: number }>(options: Options<T>) {
  const { planId, entry, tab, place, stored, fields, send, failure, onClose } = options
  const { value: draft, set: setDraft, clear, settle, amend } = useDraft(place, stored, onClose)
  const isSaving = useIsSavingEntry(entry.id)
  const isShown = useIsShown()
  const sayKept = useSayKept({ planId, nodeId: entry.node_id, tab })
  const isEdited = (one: T) => fields.some((field) => one[field] !== stored[field])
  // While another text is being saved, the old text is a change too.
  const isChanged = isSaving || isEdited(draft)
  useEffect(() => setUnsaved(place, isChanged), [place, isChanged])
  const cancel = () => {
    clear()
    setUnsaved(place, false)
    onClose()
  }
  /** Closes the editor and keeps what has changed as a draft. */
  const close = () => (isChanged ? onClose() : cancel())
  const save = () => {
    setDraft(draft, true)
    // Another tab may be open by the time of the reply: callbacks of `mutate` are for mounted components.
    send(draft).then(
      ({ version }) => {
        if (settle(draft)) setUnsaved(place, false)
        else amend({ version } as Partial<T>)
      },
      (error) => {
        // The form shows the conflict, so the next save replaces the entry. A closed form has not shown it.
        if (!isShown.current) {
          // The old text was typed back meanwhile.
          if (settle(stored)) return setUnsaved(place, false)
          return sayKept(failure, messageOf(error, 'Please try again.'))
        }
        const current = currentEntryOf(error)
        if (current) amend({ version: current.version } as Partial<T>)
        // The old text was typed back meanwhile. The form stays open to show the error.
        else if (!isEdited(readDraft<T>(place) ?? stored)) keepDraft(place, null)
      },
    )
  }
  return { draft, setDraft: (next: T) => setDraft(next, isSaving), isChanged, isSaving, save, cancel, close }
}
