import { TRASH_DAYS } from '@cairn/contract/api/common'
import type { ListedPlan } from '@cairn/contract/api/plans'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { trashQuery, usePurgePlan, useRestorePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { shortDateTime } from '../../lib/relativeTime.ts'
import { useFocusWhenRemoved } from '../../lib/useFocusWhenRemoved.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadingView } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/Toast.tsx'
import { nodeCountLabel } from './PlanFacts.tsx'

/** Opens the deleted plans. Shown only if there are any. */
export function RecentlyDeleted() {
  const [isOpen, setOpen] = useState(false)
  const { data, isError } = useInfiniteQuery(trashQuery)
  if (!isOpen && !isError && !data?.pages[0]?.plans.length) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => setOpen(true)}
        className="-ml-2.5 self-start"
      >
        Recently deleted
      </Button>
      {isOpen && (
        <Dialog
          open
          onOpenChange={setOpen}
          title="Recently deleted"
          description={`Deleted plans are kept for ${TRASH_DAYS} days.`}
        >
          <Trash />
        </Dialog>
      )}
    </>
  )
}

function Trash() {
  const list = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery(trashQuery)
  const { data, error, isFetchNextPageError, refetch } = query
  const plans = data?.pages.flatMap((page) => page.plans)
  if (error && !isFetchNextPageError)
    return (
      <Notice look="error">
        <p>{messageOf(error, 'Failed to load plans')}</p>
        <Button size="sm" className="mt-2" onClick={() => refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!plans) return <LoadingView text="Loading..." />
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {plans.length === 0 && <p className="py-8 text-center text-muted">No deleted plans</p>}
      {plans.length > 0 && (
        <ul aria-label="Deleted plans" className="lines-between">
          {plans.map((plan) => (
            <TrashedPlan key={plan.id} plan={plan} list={list} />
          ))}
        </ul>
      )}
      <LoadMore query={query} failure="Failed to load plans" label="Load more plans" className="items-center pt-3" />
    </div>
  )
}

function TrashedPlan({ plan, list }: { plan: ListedPlan; list: RefObject<HTMLElement | null> }) {
  useFocusWhenRemoved(list)
  const restore = useRestorePlan()
  const purge = usePurgePlan()
  const [asking, setAsking] = useState<'never' | 'now' | 'done'>('never')
  const deleteForGood = () => {
    purge.mutateAsync(plan.id).catch((error: unknown) => toast.error(messageOf(error, 'Failed to delete plan')))
  }
  const takeBack = () => {
    restore.mutateAsync(plan.id).then(
      () => toast(`“${plan.title}” restored`),
      (error: unknown) => toast.error(messageOf(error, 'Failed to restore plan')),
    )
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="truncate font-medium">
          {plan.title}
        </span>
        <span className="text-12 text-muted tabular-nums">
          {nodeCountLabel(plan.node_count)}
          {plan.deleted_at !== null && ` · deleted ${shortDateTime(plan.deleted_at)}`}
        </span>
      </div>
      {asking === 'now' ? (
        <>
          <Button size="sm" variant="ghost" autoFocus onClick={() => setAsking('done')}>
            Keep
          </Button>
          <Button size="sm" variant="danger" busy={purge.isPending} onClick={deleteForGood}>
            Delete permanently
          </Button>
        </>
      ) : (
        <>
          <IconButton
            size="sm"
            label={`Delete ${plan.title} permanently`}
            icon={<Trash2 size={15} aria-hidden />}
            autoFocus={asking === 'done'}
            onClick={() => setAsking('now')}
          />
          <Button size="sm" busy={restore.isPending} onClick={takeBack} aria-label={`Restore ${plan.title}`}>
            Restore
          </Button>
        </>
      )}
    </li>
  )
}
