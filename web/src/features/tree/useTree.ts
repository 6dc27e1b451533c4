// State of the tree: expansion, filter, focus and editing, and the visible rows that result.
import type { NodeType } from '@cairn/contract/api/nodes'
import { ancestry } from '@cairn/contract/rules/tree'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { edgesQuery } from '../../data/edges.ts'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import { useShownStructure } from '../../view-state/branch.ts'
import {
  allClosed,
  allOpen,
  type Expansion,
  firstExpansion,
  isOpen,
  keepExpanded,
  readExpansion,
  rememberExpansion,
  withOpen,
} from '../../view-state/expansion.ts'
import { needsEdges, type TreeFilter } from '../../view-state/nodeFilter.ts'
import { type PlanFilter, useFilter, useMatches } from '../../view-state/planFilter.ts'
import { type DraftPlace, draftSlot, treeRows } from './treeRows.ts'

/** An open title input: of a node, or of a draft that does not exist yet. */
export type Editing =
  | { kind: 'rename'; id: string }
  | ({ kind: 'draft'; node_type: NodeType; title?: string } & DraftPlace)

export interface OpenMenu {
  id: string
  kind: 'row' | 'status'
  /** Position of the click within the row, in px. Without it the menu opens at its button. */
  at?: { x: number; y: number }
}

/** Actions on the whole tree. Stable while only rows change. */
export interface TreeControls {
  setFilter: (filter: TreeFilter) => void
  expandAll: () => void
  collapseAll: () => void
}

interface Shown {
  /** null for the whole plan. */
  branchId: string | null
  filter: PlanFilter
}

/** The row id of the draft. */
export const DRAFT_ID = 'draft'
/** A stable empty set, so that a keystroke that closes nothing changes no row. */
const NOTHING: ReadonlySet<string> = new Set()
const REMEMBER_MS = 400

export function useTree(planId: string, nodes: PlanNodes, { branchId, filter: source }: Shown) {
  const structure = useShownStructure(nodes, branchId)
  const { expansion, whole, setExpansion } = useExpansions(planId, structure, branchId)
  /** While filtering, everything is open except what the user closed. */
  const [closed, setClosed] = useState(NOTHING)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  /** Nodes created under a filter: they stay, as long as it does. */
  const [kept, setKept] = useState<{ filter: TreeFilter; ids: ReadonlySet<string> } | null>(null)

  const [known, setKnown] = useState({ structure, branchId })
  if (known.structure !== structure) {
    setKnown({ structure, branchId })
    if (known.branchId === branchId) setExpansion((now) => keepExpanded(now, known.structure, structure))
  }
  useRemembered(planId, whole)

  const filter = useFilter(source)
  const links = useQuery({ ...edgesQuery(planId), enabled: needsEdges(filter) })
  const matches = useMatches(source, { nodes, structure, branchId, edges: links.data })
  const filtering = matches !== null
  const keptIds = kept?.filter === filter ? kept.ids : NOTHING
  const rows = useMemo(
    () =>
      treeRows({
        structure,
        isOpen: matches ? (id) => !closed.has(id) : (id, level) => isOpen(expansion, id, level),
        only: matches && (keptIds.size === 0 ? matches.withAncestors : new Set([...matches.withAncestors, ...keptIds])),
      }),
    [structure, matches, keptIds, closed, expansion],
  )
  const shown = useMemo(() => {
    if (editing?.kind !== 'draft') return rows
    const { index, level } = draftSlot(rows, editing)
    const draft = { id: DRAFT_ID, level, position: 1, siblings: 1, hasChildren: false, isOpen: false }
    return [...rows.slice(0, index), draft, ...rows.slice(index)]
  }, [rows, editing])

  const setOpen = (id: string, level: number, open: boolean) => {
    if (!filtering) return setExpansion((now) => withOpen(now, id, { level, open }))
    setClosed((now) => {
      const next = new Set(now)
      if (open) next.delete(id)
      else next.add(id)
      return next
    })
  }

  const controls = useMemo<TreeControls>(
    () => ({
      setFilter: (next) => {
        source.set(next)
        setClosed(NOTHING)
      },
      expandAll: () => (filtering ? setClosed(NOTHING) : setExpansion(allOpen)),
      collapseAll: () => {
        // The root stays open; otherwise a single row would be left.
        const { rootId } = structure
        if (filtering) setClosed(new Set([...nodes.all.keys()].filter((id) => id !== rootId)))
        else setExpansion(rootId === null ? allClosed : withOpen(allClosed, rootId, { level: 1, open: true }))
      },
    }),
    [nodes, source, filtering, structure, setExpansion],
  )

  return {
    structure,
    rows: shown,
    filter,
    search: filter.search.trim(),
    filtering,
    /** Loads the dependencies again if the filter needs them and they failed to load, otherwise null. */
    retryEdges: needsEdges(filter) && links.isError && !links.data ? () => void links.refetch() : null,
    /** The matching nodes; null without a filter. */
    matches: matches?.ids ?? null,
    activeId,
    setActiveId,
    editing,
    setEditing,
    menu,
    setMenu,
    setOpen,
    controls,
    /** Shows a node although the filter does not match it. */
    keep: (id: string) =>
      setKept((now) => ({ filter, ids: new Set(now?.filter === filter ? [...now.ids, id] : [id]) })),
    /** Expands the ancestors of a node; with `itself`, the node too. */
    reveal: (id: string, itself = false) => {
      const whole = ancestry(nodes.all, id)
      const path = whole.slice(
        Math.max(
          0,
          whole.findIndex((node) => node.id === branchId),
        ),
      )
      setExpansion((now) =>
        path
          .slice(0, itself ? undefined : -1)
          .reduce((opened, above, index) => withOpen(opened, above.id, { level: index + 1, open: true }), now),
      )
      setClosed((now) => (now.size === 0 ? now : new Set()))
    },
  }
}

/** The expansion of the whole plan, which is remembered, and of each branch focused on since the page opened. */
function useExpansions(planId: string, structure: Structure, branchId: string | null) {
  const [all, setAll] = useState<ReadonlyMap<string | null, Expansion>>(() => {
    const stored = readExpansion(planId, 'tree')
    return stored ? new Map([[null, stored]]) : new Map()
  })
  const openings = useRef(new Map<string | null, Expansion>())
  const expansion = all.get(branchId) ?? openings.current.get(branchId) ?? firstExpansion(structure)
  openings.current.set(branchId, expansion)
  const setExpansion = useCallback(
    (change: Expansion | ((before: Expansion) => Expansion)) =>
      setAll((before) => {
        const now = before.get(branchId) ?? openings.current.get(branchId) ?? allClosed
        return new Map(before).set(branchId, typeof change === 'function' ? change(now) : change)
      }),
    [branchId],
  )
  return { expansion, whole: all.get(null) ?? openings.current.get(null) ?? null, setExpansion }
}

/** Stores the expansion shortly after the last change, and when the tree unmounts or the page closes. */
function useRemembered(planId: string, expansion: Expansion | null): void {
  const written = useRef(expansion)
  const unwritten = useRef<Expansion | null>(null)
  const write = useCallback(() => {
    const now = unwritten.current
    unwritten.current = null
    if (!now || now === written.current) return
    rememberExpansion(planId, 'tree', written.current, now)
    written.current = now
  }, [planId])
  useEffect(() => {
    // The first one is the opening or was stored.
    written.current ??= expansion
    unwritten.current = expansion
    const timer = setTimeout(write, REMEMBER_MS)
    return () => clearTimeout(timer)
  }, [expansion, write])
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])
}

export type Tree = ReturnType<typeof useTree>
