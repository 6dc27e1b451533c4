import type { PlanTemplate } from '@cairn/contract/api/plans'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { TEMPLATES } from '../../display/templateDisplay.ts'
import { messageOf } from '../../lib/api.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { toast } from '../../ui/Toast.tsx'

export interface PlanWelcomeProps {
  /** The tree is not visible, so this states that there are no nodes. */
  isAlone: boolean
  /** Undefined, like `onTemplate`, if the user may not edit. */
  onCreate?: () => void
  /** Rejects with the server's error. */
  onTemplate?: (template: PlanTemplate) => Promise<void>
}

/** The empty state of a plan. */
export function PlanWelcome({ isAlone, onCreate, onTemplate }: PlanWelcomeProps) {
  return (
    <div className="flex flex-1 flex-col items-center overflow-y-auto px-4 py-10 sm:px-6">
      <div className="my-auto flex w-full max-w-140 flex-col items-center gap-2 text-center">
        <span className="mb-3 inline-flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
          <Logo size={34} />
        </span>
        <h2 className="font-semibold text-20">{onCreate ? 'Start building your plan' : 'Nothing here yet'}</h2>
        {isAlone && <p className="text-muted">No nodes in this plan yet</p>}
        <p className="max-w-100 text-balance text-muted">
          {onCreate
            ? 'Plans are made of phases, with tasks and milestones inside them. You can move everything later.'
            : 'Nodes appear here when someone adds them.'}
        </p>
        {onCreate && (
          <>
            <Button
              variant="primary"
              size="lg"
              icon={<Plus size={18} aria-hidden />}
              onClick={onCreate}
              data-tour="add-node"
              className="mt-5"
            >
              Create Your First Node
            </Button>
            <p className="mt-2 flex items-center gap-1.5 text-12 text-muted pointer-coarse:hidden">
              or press <Kbd>N</Kbd>
            </p>
          </>
        )}
        {onTemplate && <TemplateChoice onTemplate={onTemplate} />}
      </div>
    </div>
  )
}

function TemplateChoice({ onTemplate }: { onTemplate: (template: PlanTemplate) => Promise<void> }) {
  const [busy, setBusy] = useState<PlanTemplate | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isShown = useIsShown()
  const apply = async (template: PlanTemplate) => {
    setBusy(template)
    setError(null)
    try {
      await onTemplate(template)
    } catch (failure) {
      const message = messageOf(failure, 'Failed to apply template')
      if (!isShown.current) return void toast.error(message)
      setError(message)
      setBusy(null)
    }
  }
  return (
    <section aria-labelledby="templates" className="mt-8 w-full">
      <h3 id="templates" className="mb-3 font-medium text-13 text-muted">
        Start from a template
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        {TEMPLATES.map(({ template, name, text, Icon }) => (
          <Tile
            key={template}
            icon={<Icon size={18} />}
            title={name}
            text={text}
            busy={busy === template}
            disabled={busy !== null}
            onClick={() => void apply(template)}
          />
        ))}
      </div>
      {error && (
        <div className="mt-3 text-left">
          <Notice look="error">{error}</Notice>
        </div>
      )}
    </section>
  )
}
