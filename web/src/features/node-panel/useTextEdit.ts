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
  /** What to say when the server refuses. */
  explain: (error: unknown) => string
}

/** A long text of a node while it is being edited: what is typed, and what came of saving it. */
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
  // Not taken back when the panel closes: what was typed waits for it to be opened again.
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
  /** What was typed comes back by Undo. */
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
    /** The text being written; null while it is only read. */
    text: isOpen && draft ? draft.text : null,
    /** Whether something was typed that is not saved, while it is only read. */
    hasDraft: isChanged && !isOpen,
    isChanged,
    isSaving,
    error,
    /** What somebody else has made of the text meanwhile. */
    conflict: conflict ? (conflict[field] ?? '') : null,
    /** Goes on with the draft where there is one. */
    start: () => {
      if (!isChanged) setDraft({ text: value, base: value, version: node.version })
      setOpen(true)
    },
    change: (text: string) => setDraft((now) => now && { ...now, text }),
    /** Closes the editor; what was typed stays as a draft. */
    close: () => (isChanged ? setOpen(false) : stop()),
    discard,
    save: () => save(),
    overwrite: () => (conflict ? save(conflict) : Promise.resolve(false)),
    takeTheirs: stop,
  }
}

export type TextEdit = ReturnType<typeof useTextEdit>
