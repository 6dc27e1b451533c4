import type { PlanNode } from '@cairn/contract/api/nodes'
import { useEffect, useRef, useState } from 'react'
import type { NodeActions } from '../../data/nodeActions.ts'
import { useSession } from '../../lib/session.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { saveText, type TextField } from './textConflict.ts'

interface Draft {
  text: string
  base: string
  version: number
}

// What was typed and neither saved nor given up: it is there again when the same person opens the node the next time.
const drafts = new Map<string, Draft>()

interface Options {
  node: PlanNode
  field: TextField
  actions: NodeActions
  /** What to say when the server refuses. */
  explain: (error: unknown) => string
}

/** A long text of a node while it is being edited: what is typed, and what came of saving it. */
export function useTextEdit({ node, field, actions, explain }: Options) {
  const key = `${useSession()?.user.id} ${node.id} ${field}`
  const [draft, setDraft] = useState<Draft | null>(() => drafts.get(key) ?? null)
  const [conflict, setConflict] = useState<PlanNode | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const value = node[field] ?? ''
  const isChanged = draft !== null && draft.text !== draft.base
  // Not taken back when the panel closes: what was typed waits for it to be opened again.
  useEffect(() => setUnsaved(key, isChanged), [key, isChanged])

  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    return () => {
      const left = latest.current
      if (left && left.text !== left.base) drafts.set(key, left)
      else drafts.delete(key)
    }
  }, [key])

  const stop = () => {
    drafts.delete(key)
    setDraft(null)
    setConflict(null)
    setError(null)
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
    text: draft?.text ?? null,
    isChanged,
    isSaving,
    error,
    /** What somebody else has made of the text meanwhile. */
    conflict: conflict ? (conflict[field] ?? '') : null,
    start: () => setDraft({ text: value, base: value, version: node.version }),
    change: (text: string) => setDraft((now) => now && { ...now, text }),
    cancel: stop,
    save: () => save(),
    overwrite: () => (conflict ? save(conflict) : Promise.resolve(false)),
    takeTheirs: stop,
  }
}

export type TextEdit = ReturnType<typeof useTextEdit>
