import type { PlanNode } from '@cairn/contract/api/nodes'
import { merge3 } from '@cairn/contract/rules/merge3'
import { useContext, useEffect, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { RemoteChangesContext } from '../../data/remoteChanges.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { readDraft, useLongDraft } from '../../lib/drafts.ts'
import { useSession } from '../../lib/session.ts'
import { shorten } from '../../lib/shorten.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { toast } from '../../ui/Toast.tsx'
import { resolvedText, type Side, saveText, type TextConflict, type TextField } from './textConflict.ts'
import { useSayKept } from './useSayKept.ts'

interface Draft {
  text: string
  base: string
  version: number
}

interface Resolution extends TextConflict {
  sides: readonly Side[]
  /** The draft before the result was edited by hand, which is the draft then. Null if it was not. */
  before: Draft | null
  /** Who changed the same lines, if known. */
  author: string | undefined
}

interface Options {
  node: PlanNode
  field: TextField
  actions: NodeActions
  /** The name of the text, in sentences. */
  name: string
  /** The message in the editor when saving fails. */
  explain: (error: unknown) => string
}

/** The state of a long text of a node: the typed text, and the result of saving it. */
export function useTextEdit({ node, field, actions, name, explain }: Options) {
  const userId = useSession()?.user.id
  const what = `${node.id} ${field}`
  const key = `${userId} ${what}`
  const discardedId = `discarded ${what}`
  const [draft, setDraft] = useState<Draft | null>(() => readDraft<Draft>(what) ?? null)
  const [isOpen, setOpen] = useState(draft !== null)
  const [conflict, setConflict] = useState<Resolution | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const value = node[field] ?? ''
  const changes = useContext(RemoteChangesContext)
  const author = () => changes?.authorOf(node.id, field)
  const isShown = useIsShown(isOpen)
  const sayKept = useSayKept({
    planId: node.plan_id,
    nodeId: node.id,
    ...(field === 'agent_instructions' ? { tab: 'agent' } : {}),
  })
  const sayUnseen = (reason: string) => {
    if (!isShown.current) sayKept(`Failed to save ${name} of “${shorten(titleOf(node), 60)}”`, reason)
  }
  const isChanged = draft !== null && (conflict !== null || draft.text !== draft.base)
  // Not removed when the panel closes: the draft is offered when the node is opened again.
  useEffect(() => setUnsaved(key, isChanged), [key, isChanged])
  const showDraft = (left: Draft | undefined) => {
    setDraft(left ?? null)
    setConflict(null)
    setError(null)
    if (!left) setOpen(false)
  }
  const stored = useLongDraft<Draft>(what, showDraft)

  const stop = () => {
    stored.put(null)
    showDraft(undefined)
  }
  /** Undo restores the typed text. */
  const discard = () => {
    stop()
    if (!draft || !isChanged) return
    const undo = () => {
      stored.put(draft)
      setDraft(draft)
      setConflict(conflict)
      setOpen(true)
    }
    toast('Draft discarded', { id: discardedId, action: { label: 'Undo', onClick: undo } })
  }
  /** The chosen sides, on top of the other person's text. Null without a conflict, or after it was edited by hand. */
  const result: Draft | null =
    conflict && conflict.before === null
      ? {
          text: resolvedText(conflict.passages, conflict.sides),
          base: conflict.current[field] ?? '',
          version: conflict.current.version,
        }
      : null
  const save = async () => {
    if (!draft || isSaving) return
    setSaving(true)
    setError(null)
    const sent = result ?? draft
    try {
      const outcome = await saveText({ field, ...sent, send: (changed) => actions.saveText(node.id, changed) })
      if (outcome.conflict) {
        const { current, passages } = outcome.conflict
        const typed = stored.changedSince(draft)
        const mine = typed ?? sent
        stored.put(mine)
        setDraft(mine)
        setConflict({
          current,
          passages: typed ? merge3(mine.base, mine.text, current[field] ?? '').passages : passages,
          sides: [],
          before: null,
          author: author(),
        })
        sayUnseen(`${author() ?? 'Someone else'} changed the same lines.`)
        return
      }
      const left = stored.settle(draft, ({ text }) => ({ text, base: sent.text, version: outcome.version }))
      if (!left) setUnsaved(key, false)
      if (outcome.isMerged) toast(`Merged with ${author() ?? 'someone else'}’s changes`)
    } catch (refused) {
      setError(explain(refused))
      sayUnseen(messageOf(refused, 'Please try again.'))
    } finally {
      setSaving(false)
    }
  }
  return {
    value,
    /** The text being edited, or null if it is only shown. */
    text: isOpen && draft ? (result ?? draft).text : null,
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
    resetResult: () => {
      if (!conflict?.before) return
      stored.put(conflict.before)
      setDraft(conflict.before)
      setConflict({ ...conflict, before: null })
    },
    /** Opens the editor, with the draft if there is one. */
    start: () => {
      if (!isChanged) setDraft({ text: value, base: value, version: node.version })
      setOpen(true)
    },
    change: (text: string) => {
      if (!draft) return
      // Its Undo would replace what is typed now.
      toast.dismiss(discardedId)
      const next = { ...(result ?? draft), text }
      if (conflict && result) setConflict({ ...conflict, before: draft })
      // A save on its way must notice that the text is as it was before.
      stored.keep(text === next.base && !isSaving ? null : next)
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
