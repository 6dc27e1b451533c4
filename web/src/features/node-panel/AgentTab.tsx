import { LIMITS } from '@cairn/contract/api/common'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { Bot, Check, Copy, PencilLine, Plus } from 'lucide-react'
import { useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { counted } from '../../lib/numbers.ts'
import { isSend } from '../../lib/shortcuts.ts'
import { tooLong } from '../../lib/textLimit.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { caretAtEnd, Textarea } from '../../ui/Textarea.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { AgentViewButton } from './AgentViewButton.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { EditFooter } from './EditFooter.tsx'
import { KeptText } from './KeptText.tsx'
import { MarkdownText } from './MarkdownText.tsx'
import { NothingYet } from './TabBody.tsx'
import { type TextEdit, useTextEdit } from './useTextEdit.ts'
import { Writing } from './Writing.tsx'

interface Props {
  node: PlanNode
  actions: NodeActions
  canEdit: boolean
}

/** The node's instructions for agents: Markdown, edited with a preview. */
export function AgentTab({ node, actions, canEdit }: Props) {
  const edit = useTextEdit({
    node,
    field: 'agent_instructions',
    actions,
    name: 'agent instructions',
    // The same message for every reason.
    explain: () => 'Failed to save agent instructions. Please try again.',
  })
  const view = <AgentViewButton planId={node.plan_id} nodeId={node.id} />
  // The role may end while the editor is open.
  if (edit.text !== null && !canEdit) return <KeptText text={edit.text} />
  if (edit.text !== null) return <Editor nodeId={node.id} edit={edit} text={edit.text} />
  if (edit.value === '')
    return (
      <div className="flex flex-col items-center overflow-y-auto">
        <NothingYet icon={<Bot size={18} />}>No agent instructions defined</NothingYet>
        {canEdit && !edit.hasDraft && (
          <Button size="sm" icon={<Plus size={16} aria-hidden />} onClick={edit.start} className="-mt-4 mb-2">
            Add instructions
          </Button>
        )}
        <div className="mb-6">{view}</div>
        {edit.hasDraft && <DraftNotice edit={edit} />}
      </div>
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 px-4 pt-2">
        <Counts text={edit.value} />
        {view}
        <CopyButton text={edit.value} />
        {canEdit && (
          <IconButton
            size="sm"
            label="Edit agent instructions"
            icon={<PencilLine size={15} aria-hidden />}
            onClick={edit.start}
          />
        )}
      </div>
      <div className="px-4">
        <Writing nodeId={node.id} field="agent_instructions" />
      </div>
      {edit.hasDraft && (
        <div className="px-4 pt-1">
          <DraftNotice edit={edit} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
      <div tabIndex={0} className="focus-visible:-outline-offset-2 min-h-0 flex-1 overflow-y-auto px-4 py-2">
        <MarkdownText text={edit.value} />
      </div>
    </div>
  )
}

function Editor({ nodeId, edit, text }: { nodeId: string; edit: TextEdit; text: string }) {
  const [mode, setMode] = useState<'write' | 'preview'>('write')
  const problem = tooLong(text, LIMITS.agent_instructions)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-2">
        <Segmented
          label="Mode"
          value={mode}
          options={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          onChange={setMode}
        />
        <Counts text={text} />
      </div>
      {mode === 'write' ? (
        <Textarea
          ref={caretAtEnd}
          autoFocus
          aria-label="Agent instructions"
          placeholder="Write instructions in Markdown: goals, constraints, how to verify the result..."
          rows={12}
          aria-invalid={problem !== undefined}
          value={text}
          onChange={(event) => edit.change(event.target.value)}
          onKeyDown={(event) => {
            if (isSend(event) && !problem) void edit.save()
            if (event.key !== 'Escape') return
            event.preventDefault()
            edit.close()
          }}
          className="max-h-none! min-h-48 flex-1 font-mono text-13"
        />
      ) : (
        <div className="min-h-48 flex-1 overflow-y-auto rounded-6 border border-line bg-canvas px-3 py-2">
          {text.trim() === '' ? <p className="text-13 text-muted">Nothing to preview</p> : <MarkdownText text={text} />}
        </div>
      )}
      <Writing
        nodeId={nodeId}
        field="agent_instructions"
        isChanged={edit.isChanged}
        isBesideButtons={!problem && !edit.error && !edit.conflict}
      />
      <EditFooter edit={edit} problem={problem} />
    </div>
  )
}

function Counts({ text }: { text: string }) {
  const lines = text === '' ? 0 : text.split('\n').length
  return (
    <span className="mr-auto text-12 text-muted tabular-nums">
      {counted(text.length, 'character')} · {counted(lines, 'line')}
    </span>
  )
}

function CopyButton({ text }: { text: string }) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy to clipboard' })
  return (
    <IconButton
      size="sm"
      label={copied ? 'Copied' : 'Copy'}
      icon={copied ? <Check size={15} aria-hidden className="text-done-ink" /> : <Copy size={15} aria-hidden />}
      onClick={() => copy(text)}
    />
  )
}
