import { LIMITS } from '@cairn/contract/api/common'
import type { NodeType, PlanNode } from '@cairn/contract/api/nodes'
import { type FormEvent, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { useStructure } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { shorten } from '../../lib/shorten.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { likelyType } from '../../view-state/likelyType.ts'

const NodeChoices = lazyPart(() => import('./NodeChoices.tsx'), 'NodeChoices')

export interface CreateNodeDialogProps {
  planId: string
  nodes: PlanNodes
  actions: NodeActions
  /** The preselected parent, if the node is added under another one. */
  under: string | null
  /** Returns what was typed before the code of this dialog had loaded. */
  getTypedText: () => string
  onClose: () => void
  /** `goesOn`: the dialog stays open for another node. */
  onCreated: (node: PlanNode, goesOn: boolean) => void
}

/** Phases are at the top of a plan. A root may have tasks too, and they are added most often. */
const typeUnder = (parent: StoredNode | undefined, rootId: string | null): NodeType =>
  parent && parent.node_type !== 'root' ? likelyType(parent) : rootId === null ? 'phase' : 'task'

/** The Create New Node dialog: title, type and optional parent. */
export function CreateNodeDialog({
  planId,
  nodes,
  actions,
  under,
  getTypedText,
  onClose,
  onCreated,
}: CreateNodeDialogProps) {
  const { rootId } = useStructure(nodes)
  const { value: title, set: setTitle, clear: clearTitle } = useDraft(`title of a new node ${planId}`, '')
  const [type, setType] = useState<NodeType>(() => typeUnder(under === null ? undefined : nodes.get(under), rootId))
  const [parentId, setParentId] = useState(under)
  const [goesOn, setGoesOn] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const takeIntoTitle = useEffectEvent(() => {
    const typed = getTypedText()
    if (typed !== '') setTitle(title + typed)
    // A title from before: the next letter replaces it.
    else field.current?.select()
  })
  useLayoutEffect(() => takeIntoTitle(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '' || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const parent_id = type === 'root' ? null : parentId
      const node = await actions.create({ title: title.trim(), node_type: type, parent_id, order_index: null })
      clearTitle()
      onCreated(node, goesOn)
      if (!goesOn) return
      setAdded(titleOf(node))
      // A plan has one root.
      if (type === 'root') setType('phase')
      setBusy(false)
      field.current?.focus()
    } catch (failure) {
      setError(messageOf(failure, 'Failed to create node'))
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} isBusy={isBusy} title="Create New Node" width="sm">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Title" error={error}>
          <TextInput
            ref={field}
            autoFocus
            autoComplete="off"
            maxLength={LIMITS.title}
            value={title}
            readOnly={isBusy}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        {/* The form works before these have loaded. */}
        <Suspense fallback={<div aria-hidden className={nodes.counts.total === 0 ? 'h-15.5' : 'h-35'} />}>
          <NodeChoices {...{ nodes, rootId, type, parentId }} onType={setType} onParent={setParentId} />
        </Suspense>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox label="Create another" checked={goesOn} onChange={(event) => setGoesOn(event.target.checked)} />
          <p role="status" className="text-12 text-muted">
            {added !== null && `“${shorten(added, 40)}” created`}
          </p>
        </div>
        <DialogFooter>
          <Button
            disabled={isBusy}
            onClick={() => {
              clearTitle()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={title.trim() === ''}>
            {isBusy ? 'Creating...' : 'Create Node'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
