import type { RunChange } from '@cairn/contract/api/runs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { runChangesQuery, runTextsQuery } from '../../data/runs.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { shortDateTime } from '../../lib/relativeTime.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { textChanges, textLabel, type ValueChange, valueChanges } from './valueChanges.ts'

interface Props {
  planId: string
  runId: string
  /** Undoes one change; absent if the user may not. */
  onUndo: ((change: number) => void) | undefined
  /** The change that is being undone. */
  undoing: number | null
}

/** What a run did, in order. Entries of one change are together. */
export function RunChanges({ planId, runId, onUndo, undoing }: Props) {
  const query = useInfiniteQuery(runChangesQuery(planId, runId))
  const entries = query.data?.pages.flatMap((page) => page.changes)
  if (query.error && !entries)
    return <ErrorNotice title="Failed to load changes" error={query.error} onRetry={() => void query.refetch()} />
  if (!entries)
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-3">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-10 w-full" />
        ))}
      </div>
    )
  return (
    <>
      <ol aria-label="Changes" className="flex flex-col lines-between rounded-10 border border-line bg-surface">
        {byChange(entries).map(([first, ...others]) => {
          const all = [first, ...others]
          const undoable = all.filter((entry) => entry.undoable)
          const isUndone = undoable.length > 0 && undoable.every(({ undone }) => undone)
          return (
            <li key={first.change} className="flex items-start gap-3 px-4 py-3">
              <div className="flex min-w-0 flex-1 flex-col gap-3">
                {all.map((entry) => (
                  <Entry key={entry.id} planId={planId} runId={runId} entry={entry} />
                ))}
              </div>
              {isUndone ? (
                <Badge>Undone</Badge>
              ) : (
                onUndo &&
                undoable.length > 0 && (
                  <Button
                    size="sm"
                    busy={undoing === first.change}
                    // A disabled button would lose the focus.
                    disabled={undoing !== null && undoing !== first.change}
                    aria-label={`Undo this change: ${sentenceOf(first)}`}
                    onClick={() => onUndo(first.change)}
                  >
                    Undo
                  </Button>
                )
              )}
            </li>
          )
        })}
      </ol>
      <LoadMore query={query} failure="Failed to load changes" size="md" className="items-center" />
    </>
  )
}

/** The sentence about an entry, with the agent as its subject instead of the person it acted for. */
function sentenceOf({ content, user, via }: RunChange): string {
  const agent = via.kind === 'session' ? user.name : via.name
  return content.startsWith(`${user.name} `) ? agent + content.slice(user.name.length) : content
}

type Together = [RunChange, ...RunChange[]]

function byChange(entries: readonly RunChange[]): Together[] {
  const groups: Together[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0].change === entry.change) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

function Entry({ planId, runId, entry }: { planId: string; runId: string; entry: RunChange }) {
  const [isOpen, setOpen] = useState(false)
  const texts = textChanges(entry)
  return (
    <div className="flex flex-col gap-1.5 text-13">
      <p className={cx('line-clamp-6 whitespace-pre-wrap break-words', entry.undone && 'text-muted line-through')}>
        {sentenceOf(entry)}
      </p>
      {valueChanges(entry).map((change) => (
        <Value key={change.label} change={change} />
      ))}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
        <time dateTime={entry.created_at}>{shortDateTime(entry.created_at)}</time>
        {entry.node_id !== null && (
          <TextLink to={`/plans/${planId}?node=${entry.node_id}`} className="line-clamp-2 min-w-0 wrap-anywhere">
            {`Open ${titleOf({ title: entry.node_title ?? '' })}`}
          </TextLink>
        )}
        {texts.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="rounded-[3px] font-medium text-accent-ink underline decoration-accent-line underline-offset-3"
          >
            {isOpen ? 'Hide texts' : `Show ${texts.join(', ').toLowerCase()}`}
          </button>
        )}
      </p>
      {isOpen && <Texts planId={planId} runId={runId} revision={entry.revision} />}
    </div>
  )
}

function Value({ change: { label, before, after } }: { change: ValueChange }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12">
      <span className="text-muted">{label}</span>
      <span className="min-w-0 wrap-anywhere rounded-4 bg-idle-soft px-1.5 py-0.5">
        <span className="sr-only">before: </span>
        {before ?? 'None'}
      </span>
      <ArrowRight size={12} aria-hidden className="text-muted" />
      <span className="min-w-0 wrap-anywhere rounded-4 bg-accent-soft px-1.5 py-0.5 text-accent-ink">
        <span className="sr-only">after: </span>
        {after ?? 'None'}
      </span>
    </p>
  )
}

/** The long texts of an entry before and after, beside each other where there is room. */
function Texts({ planId, runId, revision }: { planId: string; runId: string; revision: number }) {
  const { data, error, refetch } = useQuery(runTextsQuery(planId, runId, revision))
  if (error) return <ErrorNotice title="Failed to load texts" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16 w-full" />
  return data.texts.map(({ field, before, after }) => (
    <div key={field} className="flex flex-col gap-1">
      <p className="text-12 text-muted">{textLabel(field)}</p>
      <div className="grid gap-2 md:grid-cols-2">
        <Text label="Before" text={before} />
        <Text label="After" text={after} />
      </div>
    </div>
  ))
}

function Text({ label, text }: { label: string; text: string | null }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable by keyboard.
      tabIndex={0}
      className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-6 bg-sunken p-2.5 text-12"
    >
      {text || <span className="text-muted">Empty</span>}
    </section>
  )
}
