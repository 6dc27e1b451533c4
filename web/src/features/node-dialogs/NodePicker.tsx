import { ancestry } from '@cairn/contract/rules/tree'
import { Check, Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { titleOf } from '../../data/nodeTitle.ts'
import { TypeIcon } from '../../look/nodeLook.tsx'
import { cx } from '../../ui/cx.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { matchNodes, NO_FILTER } from '../../view-state/nodeFilter.ts'

/** More than anybody looks through; typing finds the rest. */
const SHOWN_MAX = 60

interface Props {
  nodes: PlanNodes
  label: string
  /** The first choice, which is no node; absent where there is none. */
  none?: string
  value: string | null | undefined
  /** Branches of which no node may be chosen. */
  isExcluded?: (node: StoredNode) => boolean
  /** A single node that may not be chosen; those under it may. */
  exceptId?: string
  onPick: (id: string | null) => void
}

interface Option {
  id: string | null
  title: string
  path: string
  node: StoredNode | null
}

/** Finds a node of the plan by typing: arrows choose, Enter takes. */
export function NodePicker({ nodes, label, none, value, isExcluded, exceptId, onPick }: Props) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const options = useMemo(
    () => findOptions(nodes, { search, none, isExcluded, exceptId }),
    [nodes, search, none, isExcluded, exceptId],
  )
  const chosen = options[Math.min(active, options.length - 1)]

  return (
    <div className="flex min-h-0 flex-col gap-2">
      <TextInput
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen ? optionId(listId, chosen) : undefined}
        aria-autocomplete="list"
        placeholder="Search nodes..."
        value={search}
        icon={<Search size={15} aria-hidden />}
        onChange={(event) => {
          setSearch(event.target.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(active + 1, options.length - 1))
          else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
          else if (event.key === 'Enter' && chosen) onPick(chosen.id)
          else return
          event.preventDefault()
        }}
      />
      <div id={listId} role="listbox" aria-label={label} className="-mx-1 max-h-72 min-h-24 overflow-y-auto">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys.
          <div
            key={option.id ?? 'none'}
            id={optionId(listId, option)}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === value}
            ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => onPick(option.id)}
            onPointerMove={() => setActive(index)}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-6 px-2 py-1 pointer-coarse:min-h-11',
              option === chosen && 'bg-hover',
            )}
          >
            {option.node && <TypeIcon type={option.node.node_type} />}
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate text-13">{option.title}</span>
              {option.path !== '' && <span className="truncate text-12 text-muted">{option.path}</span>}
            </span>
            {option.id === value && <Check size={14} aria-hidden className="text-accent-ink" />}
          </div>
        ))}
        {options.length === 0 && <p className="px-2 py-6 text-center text-13 text-muted">No nodes found</p>}
      </div>
    </div>
  )
}

const optionId = (listId: string, { id }: Option): string => `${listId}-${id ?? 'none'}`

function findOptions(
  nodes: PlanNodes,
  { search, none, isExcluded, exceptId }: { search: string } & Pick<Props, 'none' | 'isExcluded' | 'exceptId'>,
): Option[] {
  const options: Option[] = []
  if (none !== undefined && search.trim() === '') options.push({ id: null, title: none, path: '', node: null })
  const { ids } = matchNodes(nodes.all, { ...NO_FILTER, search })
  const visit = (parentId: string | null) => {
    for (const id of nodes.structure.children.get(parentId) ?? []) {
      const node = nodes.get(id)
      if (!node || isExcluded?.(node)) continue
      if (options.length >= SHOWN_MAX) return
      if (ids.has(id) && id !== exceptId) options.push({ id, title: titleOf(node), path: pathOf(nodes, id), node })
      visit(id)
    }
  }
  visit(null)
  return options
}

const pathOf = (nodes: PlanNodes, id: string): string => ancestry(nodes.all, id).slice(0, -1).map(titleOf).join(' / ')
