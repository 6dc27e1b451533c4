import { ancestry } from '@cairn/contract/rules/tree'
import { Command as Cmdk } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { matchNodes, NO_FILTER } from '../../view-state/nodeFilter.ts'

/** Options shown at most. Typing finds the rest. */
const SHOWN_MAX = 60

interface Props {
  nodes: PlanNodes
  label: string
  /** The label of the first option, which selects no node. Undefined for no such option. */
  none?: string
  value: string | null | undefined
  /** Excludes a node and all its descendants. */
  isExcluded?: (node: StoredNode) => boolean
  /** Excludes a single node, but not its descendants. */
  exceptId?: string
  onPick: (id: string | null) => void
}

interface Option {
  id: string | null
  title: string
  path: string
  node: StoredNode | null
}

/** Searches the plan's nodes. Arrow keys highlight, Enter picks. */
export function NodePicker({ nodes, label, none, value, isExcluded, exceptId, onPick }: Props) {
  const [search, setSearch] = useState('')
  const changes = useSyncExternalStore(nodes.watchAll, () => nodes.changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nodes change in place.
  const options = useMemo(
    () => findOptions(nodes, { search, none, isExcluded, exceptId }),
    [nodes, changes, search, none, isExcluded, exceptId],
  )
  return (
    <Cmdk label={label} shouldFilter={false} vimBindings={false} className="flex min-h-0 flex-col gap-2">
      <Cmdk.Input asChild value={search} onValueChange={setSearch}>
        <TextInput autoFocus placeholder="Search nodes..." icon={<Search size={15} aria-hidden />} />
      </Cmdk.Input>
      <Cmdk.List label={label} className="-mx-1 max-h-72 min-h-24 overflow-y-auto">
        {options.map((option) => (
          <Cmdk.Item
            key={option.id ?? 'none'}
            value={option.id ?? 'none'}
            aria-current={option.id === value || undefined}
            onSelect={() => onPick(option.id)}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-6 px-2 py-1 data-[selected=true]:bg-hover pointer-coarse:min-h-11"
          >
            {option.node && <TypeIcon type={option.node.node_type} />}
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate text-13">{option.title}</span>
              {option.path !== '' && <span className="truncate text-12 text-muted">{option.path}</span>}
            </span>
            {option.id === value && <Check size={14} aria-hidden className="text-accent-ink" />}
          </Cmdk.Item>
        ))}
        {options.length === 0 && (
          <p role="status" className="px-2 py-6 text-center text-13 text-muted">
            No nodes found
          </p>
        )}
      </Cmdk.List>
    </Cmdk>
  )
}

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
