import type { PlanNode } from '@cairn/contract/api/nodes'
import { useEffect, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { useSession } from '../../lib/session.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { toast } from '../../ui/Toast.tsx'
import { saveText, type TextField } from './textConflict.ts'

interface Draft {
  text: string
  base: string
  version: number
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
  const [isOpen, setOpen] = useState(draft !== null)
  const [conflict, setConflict] = useState<PlanNode | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const value = node[field] ?? ''
  const isChanged = draft !== null && draft.text !== draft.base
  // Not removed when the panel closes: the draft is offered when the node is opened again.
  useEffect(() => setUnsaved(key, isChanged), [key, isChanged])

  const latest = useLatest(draft)
  useEffect(() => {
    return () => {
      const left = latest.current
      keepDraft(what, left && left.text !== left.base ? left : null, userId)
    }
  }, [what, userId])

  const stop = () => {
    keepDraft(what, null, userId)
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
      keepDraft(what, draft, userId)
      setDraft(draft)
      setOpen(true)
    }
    toast('Draft discarded', { action: { label: 'Undo', onClick: undo } })
  }
  const save = async (over?: PlanNode): Promise<boolean> => {
    if (!draft || isSaving) return false
    setSaving(true)
    setError(null)
    try {
      const from = over ? { base: over[field] ?? '', version: over.version } : draft
      const outcome = await saveText({
        field,
        text: draft.text,
        base: from.base,
        version: from.version,
        send: (changes) => actions.saveText(node.id, changes),
      })
      setConflict(outcome.conflict)
      if (!outcome.conflict) stop()
      return outcome.conflict === null
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
    text: isOpen && draft ? draft.text : null,
    /** Whether there is an unsaved draft while the text is only shown. */
    hasDraft: isChanged && !isOpen,
    isChanged,
    isSaving,
    error,
    /** The version that someone else saved in the meantime. */
    conflict: conflict ? (conflict[field] ?? '') : null,
    /** Opens the editor, with the draft if there is one. */
    start: () => {
      if (!isChanged) setDraft({ text: value, base: value, version: node.version })
      setOpen(true)
    },
    change: (text: string) => setDraft((now) => now && { ...now, text }),
    /** Closes the editor and keeps the text as a draft. */
    close: () => (isChanged ? setOpen(false) : stop()),
    discard,
    save: () => save(),
    overwrite: () => (conflict ? save(conflict) : Promise.resolve(false)),
    takeTheirs: stop,
  }
}

export type TextEdit = ReturnType<typeof useTextEdit>
