import { planProgress } from '@cairn/contract/rules/progress'
import { ChevronsDownUp, ChevronsUpDown, LayoutList, Plus, Search, X } from 'lucide-react'
import { memo, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { focusTreeOrGraph } from '../../lib/planFocus.ts'
import { isPressed, MOD } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useShownCounts } from '../../view-state/branch.ts'
import { countChosen, type TreeFilter } from '../../view-state/nodeFilter.ts'
import { VIEW_OPTION_LABEL } from '../../view-state/viewOptions.ts'
import { TreeFilterChips, TreeFilterMenu } from './TreeFilterMenu.tsx'
import type { TreeControls } from './useTree.ts'

interface Props {
  /** The search box. */
  search: RefObject<HTMLInputElement | null>
  nodes: PlanNodes
  /** The branch to count, or null for the whole plan. */
  branchId: string | null
  filter: TreeFilter
  /** How many nodes match; null without a filter. */
  matchCount: number | null
  controls: TreeControls
  hasDetails: boolean
  onDetails: (hasDetails: boolean) => void
  /** Opens the first match. */
  onFirstMatch: () => void
  /** Undefined if the user may not edit. */
  onAdd?: () => void
}

/** Title, progress and counters of the tree, with search and filters. Below them, the conditions of the filter. */
export const TreeHeader = memo(function TreeHeader({
  search,
  nodes,
  branchId,
  filter,
  matchCount,
  controls,
  hasDetails,
  onDetails,
  onFirstMatch,
  onAdd,
}: Props) {
  const counts = useShownCounts(nodes, branchId)
  const branch = useNode(nodes, branchId)
  const progress = planProgress(counts.completed, counts.total)
  const filterButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-2.5 border-line border-b px-4 py-3 @min-[900px]:flex-nowrap">
        {/* On a phone the progress takes the place of the heading, which the view switch above says as well. */}
        <div className="flex h-8 shrink-0 items-center gap-2 max-sm:contents @max-[900px]:flex-1">
          <h2 className="font-semibold text-14 max-sm:sr-only">Plan Structure</h2>
          <span role="status" className="text-12 text-muted tabular-nums max-sm:order-3 max-sm:ml-auto">
            {matchCount !== null && `${formatNumber(matchCount)} ${matchCount === 1 ? 'match' : 'matches'}`}
          </span>
        </div>
        {onAdd && (
          <Button
            size="sm"
            icon={<Plus size={16} aria-hidden />}
            onClick={onAdd}
            data-tour="add-node"
            className="@min-[900px]:order-last max-sm:order-1 max-sm:ml-auto"
          >
            Add Node
          </Button>
        )}
        {counts.total > 0 && (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 max-sm:contents [@media(max-height:30rem)]:hidden @max-[900px]:w-full @min-[900px]:flex-1">
              <div className="flex min-w-40 flex-1 items-center gap-2.5 @min-[900px]:max-w-80">
                <ProgressBar
                  label={branch ? `Progress of ${titleOf(branch)}` : 'Plan progress'}
                  value={progress}
                  tone={progress === 100 ? 'done' : 'accent'}
                  className="flex-1"
                />
                <span className="text-12 text-muted tabular-nums">{progress}%</span>
              </div>
              <dl className="flex gap-3.5 text-12 max-sm:order-2">
                <Counter label="Done" value={counts.completed} dot="bg-done-fill" />
                <Counter label="Active" value={counts.in_progress} dot="bg-progress-fill" />
                <Counter label="Blocked" value={counts.blocked} dot="bg-blocked-fill" />
              </dl>
            </div>
            <div className="flex items-center gap-1 max-sm:order-3 @max-[900px]:-mr-2 @max-[900px]:w-[calc(100%+0.5rem)] @min-[900px]:w-96">
              <SearchBox
                ref={search}
                value={filter.search}
                onChange={(search) => controls.setFilter({ ...filter, search })}
                onEnter={onFirstMatch}
              />
              <TreeFilterMenu filter={filter} onChange={controls.setFilter} button={filterButton} />
              <IconButton
                label="Expand all"
                icon={<ChevronsUpDown size={16} aria-hidden />}
                onClick={controls.expandAll}
                className="size-8"
              />
              <IconButton
                label="Collapse all"
                icon={<ChevronsDownUp size={16} aria-hidden />}
                onClick={controls.collapseAll}
                className="size-8"
              />
              <IconButton
                label={VIEW_OPTION_LABEL.details}
                icon={<LayoutList size={16} aria-hidden />}
                pressed={hasDetails}
                onClick={() => onDetails(!hasDetails)}
                className="size-8"
              />
            </div>
          </>
        )}
      </header>
      {countChosen(filter) > 0 && (
        <Suspense>
          <TreeFilterChips
            filter={filter}
            onChange={controls.setFilter}
            onEmpty={() => filterButton.current?.focus()}
          />
        </Suspense>
      )}
    </>
  )
})

function Counter({ label, value, dot }: { label: string; value: number; dot: string }) {
  return (
    <div className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2 rounded-full ${dot}`} />
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{formatNumber(value)}</dd>
    </div>
  )
}

interface SearchBoxProps {
  ref: RefObject<HTMLInputElement | null>
  value: string
  onChange: (text: string) => void
  onEnter: () => void
}

/** Ctrl/Cmd+F focuses this instead of the browser's search, which only finds rendered rows. Escape clears it. */
function SearchBox({ ref: input, value, onChange, onEnter }: SearchBoxProps) {
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isPressed(event, `${MOD} F`)) return
      if (document.querySelector('[role=dialog]')) return
      input.current?.focus()
      // Covered by an open node, where the browser's own search is useful.
      if (document.activeElement !== input.current) return
      event.preventDefault()
      input.current?.select()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [input])
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Search nodes"
      placeholder="Search nodes..."
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' && value.trim() !== '') onEnter()
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (value === '' && !focusTreeOrGraph()) input.current?.blur()
        onChange('')
      }}
      icon={<Search size={15} aria-hidden />}
      action={
        value === '' ? undefined : (
          <IconButton
            size="sm"
            label="Clear search"
            icon={<X size={14} aria-hidden />}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          />
        )
      }
      className="min-w-0 flex-1 [&_input::-webkit-search-cancel-button]:hidden [&_input]:h-8 [&_input]:text-ellipsis pointer-coarse:[&_input]:h-11"
    />
  )
}
