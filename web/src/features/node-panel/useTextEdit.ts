import type { PlanNode } from '@cairn/contract/api/nodes'
import { useContext, useEffect, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { RemoteChangesContext } from '../../data/remoteChanges.ts'
import { readDraft, useLongDraft } from '../../lib/drafts.ts'
import { useSession } from '../../lib/session.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { toast } from '../../ui/Toast.tsx'
import { resolvedText, type Side, saveText, type TextConflict, type TextField } from './textConflict.ts'

interface Draft {
  text: string
  base: string
  version: number
}

interface Resolution extends TextConflict {
  sides: readonly Side[]
  /** The result after it was edited by hand. */
  edited: string | null
  /** Who changed the same lines, if known. */
  author: string | undefined
}

interface Options {
  node: PlanNode
  field: TextField
  actions: NodeActions
  /** The message when saving fails. */
  explain: (error: unknown) => string
}

/** The state of a long text of a node: the typed text, and the result of saving it. */
export function useTextEdit({ node, field, actions, explain }: Options) {
  const userId = useSession()?.user.id
  const what = `${node.id} ${field}`
  const key = `${userId} ${what}`
  const [draft, setDraft] = useState<Draft | null>(() => readDraft<Draft>(what) ?? null)
  const stored = useLongDraft<Draft>(what)
  const [isOpen, setOpen] = useState(draft !== null)
  const [conflict, setConflict] = useState<Resolution | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const value = node[field] ?? ''
  const changes = useContext(RemoteChangesContext)
  const author = () => changes?.authorOf(node.id)
  const isChanged = draft !== null && draft.text !== draft.base
  // Not removed when the panel closes: the draft is offered when the node is opened again.
  useEffect(() => setUnsaved(key, isChanged), [key, isChanged])

  const stop = () => {
    stored.put(null)
    setDraft(null)
    setOpen(false)
    setConflict(null)
    setError(null)
  }
  /** Undo restores the typed text. */
  const discard = () => {
    stop()
    if (!draft || !isChanged) return
    const undo = () => {
      stored.put(draft)
      setDraft(draft)
      setOpen(true)
    }
    toast('Draft discarded', { action: { label: 'Undo', onClick: undo } })
  }
  const result = conflict && (conflict.edited ?? resolvedText(conflict.passages, conflict.sides))
  const save = async (): Promise<boolean> => {
    if (!draft || isSaving) return false
    setSaving(true)
    setError(null)
    try {
      const from = conflict
        ? { base: conflict.current[field] ?? '', version: conflict.current.version }
        : { base: draft.base, version: draft.version }
      const outcome = await saveText({
        field,
        text: result ?? draft.text,
        ...from,
        send: (changes) => actions.saveText(node.id, changes),
      })
      setConflict(outcome.conflict && { ...outcome.conflict, sides: [], edited: null, author: author() })
      if (outcome.conflict) return false
      stop()
      if (outcome.isMerged) toast(`Merged with ${author() ?? 'someone else'}’s changes`)
      return true
    } catch (refused) {
      setError(explain(refused))
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    value,
    /** The text being edited, or null if it is only shown. */
    text: isOpen && draft ? (result ?? draft.text) : null,
    /** Whether there is an unsaved draft while the text is only shown. */
    hasDraft: isChanged && !isOpen,
    isChanged,
    isSaving,
    error,
    /** The passages that someone else changed in the meantime. */
    conflict,
    choose: (index: number, side: Side) =>
      setConflict((now) => now && { ...now, sides: withSide(now.sides, index, side) }),
    /** Drops what was typed into the result. */
    resetResult: () => setConflict((now) => now && { ...now, edited: null }),
    /** Opens the editor, with the draft if there is one. */
    start: () => {
      if (!isChanged) setDraft({ text: value, base: value, version: node.version })
      setOpen(true)
    },
    change: (text: string) => {
      if (conflict) return setConflict({ ...conflict, edited: text })
      if (!draft) return
      const next = { ...draft, text }
      stored.keep(text === draft.base ? null : next)
      setDraft(next)
    },
    /** Closes the editor and keeps the text as a draft. */
    close: () => (isChanged ? setOpen(false) : stop()),
    discard,
    save,
  }
}

export type TextEdit = ReturnType<typeof useTextEdit>

const withSide = (sides: readonly Side[], index: number, side: Side): readonly Side[] =>
  Array.from({ length: Math.max(sides.length, index + 1) }, (_, at) => (at === index ? side : (sides[at] ?? 'mine')))
