// Keyboard handling of the tree: the ARIA tree pattern and node actions. Letters stay free for page shortcuts.
import type { KeyboardEvent } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { toggled } from '../../display/StatusCircle.tsx'
import { focusPanel } from '../../lib/planFocus.ts'
import { isHeld, isPressed, MOD } from '../../lib/shortcuts.ts'
import { toast } from '../../ui/Toast.tsx'
import { inTreeOrder, topmost } from '../../view-state/subtrees.ts'
import type { TreeTools } from './TreeContext.ts'
import { type Step, stepPlace } from './treePlaces.ts'
import type { TreeRow } from './treeRows.ts'

const PAGE_ROWS = 10
const STEPS: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'indent', ArrowLeft: 'outdent' }

interface Options {
  rows: readonly TreeRow[]
  activeId: string
  nodes: PlanNodes
  tools: TreeTools
}

/** Handles a key on the row that has the focus, or whose control has it. Returns whether it was handled. */
export function handleTreeKey(event: KeyboardEvent, { rows, activeId, nodes, tools }: Options): boolean {
  const index = rows.findIndex(({ id }) => id === activeId)
  const row = rows[index]
  if (!row) return false
  if (isHeld(event)) return true
  if (isPressOfControl(event)) return false
  if (event.key === 'Enter' && tools.canEdit && (event.ctrlKey || event.metaKey)) return complete(row, nodes, tools)
  if (handlePickKey(event, { rows, index, tools })) return true
  if (event.ctrlKey || event.metaKey) return false
  if (event.key === 'Enter' && event.altKey && tools.canEdit) return openMenu(row, tools, 'status')
  if (event.altKey) return tools.canEdit && stepBy(STEPS[event.key], { row, nodes, tools })
  if (event.shiftKey) return event.key === 'F10' && openMenu(row, tools)

  const focus = (target: TreeRow | undefined) => {
    if (target) tools.onFocusRow(target.id)
    return true
  }
  switch (event.key) {
    case 'ArrowDown':
      return focus(rows[index + 1])
    case 'ArrowUp':
      return focus(rows[index - 1])
    case 'Home':
      return focus(rows[0])
    case 'End':
      return focus(rows.at(-1))
    case 'PageDown':
      return focus(rows[Math.min(index + PAGE_ROWS, rows.length - 1)])
    case 'PageUp':
      return focus(rows[Math.max(index - PAGE_ROWS, 0)])
    case 'ArrowRight':
      if (row.hasChildren && !row.isOpen) tools.onToggle(row.id, row.level)
      else if (row.isOpen) focus(rows[index + 1])
      return true
    case 'ArrowLeft':
      if (row.isOpen) tools.onToggle(row.id, row.level)
      else focus(rows.slice(0, index).findLast(({ level }) => level < row.level))
      return true
    case 'Enter':
    case ' ':
      if (event.key === ' ' || !focusPanel(row.id)) tools.onSelect(row.id)
      return true
    case 'ContextMenu':
      return openMenu(row, tools)
  }
  if (!tools.canEdit) return false
  switch (event.key) {
    case 'F2':
      tools.onEdit({ kind: 'rename', id: row.id })
      return true
    case 'Delete':
      tools.onRemove(row.id)
      return true
    default:
      return false
  }
}

/** Whether the browser presses the focused button of a row, such as the status circle. */
const isPressOfControl = ({ key, target, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && !(ctrlKey || metaKey || shiftKey || altKey) && target instanceof HTMLButtonElement

function openMenu(row: TreeRow, tools: TreeTools, kind: 'row' | 'status' = 'row'): true {
  tools.onMenu({ id: row.id, kind })
  return true
}

/** The status that a click on the status circle sets. */
function complete(row: TreeRow, nodes: PlanNodes, tools: TreeTools): true {
  const node = nodes.get(row.id)
  if (node) tools.actions.setStatus(row.id, toggled(node.status))
  return true
}

/** Multiple selection by keyboard. */
function handlePickKey(
  event: KeyboardEvent,
  { rows, index, tools }: { rows: readonly TreeRow[]; index: number; tools: TreeTools },
): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  const hasMod = ctrlKey || metaKey
  const id = rows[index]?.id
  if (altKey || id === undefined) return false
  if (key === 'Escape' && !hasMod && !shiftKey) return tools.onPickNone()
  if (key === ' ' && (hasMod || shiftKey)) {
    tools.onPick(id, hasMod ? 'toggle' : 'range', id)
    return true
  }
  if (isPressed(event, `${MOD} A`)) {
    tools.onPickAll()
    return true
  }
  const to = shiftKey && !hasMod ? rows[endOfStep(key, index, rows.length)] : undefined
  if (!to) return false
  tools.onPick(to.id, 'range', id)
  tools.onFocusRow(to.id)
  return true
}

/** The row that Shift with an arrow, Home or End extends the selection to; -1 for other keys. */
function endOfStep(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}

function stepBy(
  step: Step | undefined,
  { row, nodes, tools }: { row: TreeRow; nodes: PlanNodes; tools: TreeTools },
): boolean {
  if (!step) return false
  const several = tools.selection.severalWith(row.id)
  const moving = several ? inTreeOrder(nodes, topmost(nodes, several)) : [row.id]
  if (new Set(moving.map((id) => nodes.get(id)?.parent_id)).size > 1) {
    toast('Only nodes of the same parent can be moved by key together')
    return true
  }
  const leading = (step === 'down' ? moving.at(-1) : moving[0]) ?? row.id
  const place = stepPlace({ structure: tools.structure(), get: (id) => nodes.get(id) }, leading, step)
  if (!place) return true
  tools.onMove(leading, place)
  tools.onReveal(row.id)
  tools.onFocusRow(row.id)
  return true
}
