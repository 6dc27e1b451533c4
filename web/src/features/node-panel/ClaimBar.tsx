import { Hand } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { useHold } from '../../data/claims.ts'
import { holdText } from '../../display/ClaimMark.tsx'
import { timeLeft, timeOfDay } from '../../lib/relativeTime.ts'
import { Button } from '../../ui/Button.tsx'

interface Props {
  nodeId: string
  actions: NodeActions
  canEdit: boolean
}

/** Who holds the open task and for how long. An editor can take it over, hand it over, or release what they hold. */
export function ClaimBar({ nodeId, actions, canEdit }: Props) {
  const hold = useHold(nodeId)
  const [isBusy, setBusy] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const isFree = hold === undefined
  useEffect(() => {
    if (!isFree) return
    // The button that freed the task is gone.
    if (document.activeElement === document.body) panel.current?.focus()
    panel.current = null
  }, [isFree])
  if (!hold) return null
  const { minutes, claim } = hold
  const holder = actions.claims?.holderOf(nodeId)
  const isMine = holder === 'me'
  const change = (button: Element, run: (nodeId: string) => Promise<void>) => {
    panel.current = button.closest<HTMLElement>('section')
    setBusy(true)
    void run(nodeId).finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-6 bg-accent-soft py-1 pr-1 pl-2.5 text-13 text-accent-ink">
      <Hand size={14} aria-hidden className="shrink-0" />
      <span className="min-w-40 flex-1 break-words py-1">
        {/* The minutes are outside, so that they are not announced. */}
        <span role="status">{isMine ? `You hold this until ${timeOfDay(claim.expires_at)}` : holdText(hold)}</span>
        <span className="tabular-nums"> ({timeLeft(minutes)})</span>
      </span>
      {canEdit && holder && actions.claims && (
        <span className="ml-auto flex flex-wrap items-center gap-1">
          <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => actions.claims?.ways.handOver(nodeId)}>
            Hand over…
          </Button>
          {isMine ? (
            <Button
              size="sm"
              busy={isBusy}
              onClick={({ currentTarget }) => actions.claims && change(currentTarget, actions.claims.ways.release)}
            >
              Release
            </Button>
          ) : (
            <Button
              size="sm"
              busy={isBusy}
              onClick={({ currentTarget }) => actions.claims && change(currentTarget, actions.claims.ways.takeOver)}
            >
              Take over
            </Button>
          )}
        </span>
      )}
    </div>
  )
}
