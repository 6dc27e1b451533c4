// The keys of the canvas: navigation between parent, children and siblings, and node actions. As in the tree, letters
// are left to the page's shortcuts.
import { focusPanel } from '../../lib/planFocus.ts'
import { isPressed, MOD, type Pressed } from '../../lib/shortcuts.ts'
import type { Scene } from './paint/scene.ts'

interface Options {
  scene: Scene
  activeId: string
  parentOf: (id: string) => string | null
  hasChildren: (id: string) => boolean
  canEdit: boolean
  /** The cards selected for bulk actions. */
  picked: ReadonlySet<string>
  onPick: (ids: ReadonlySet<string>) => void
  onFocus: (id: string) => void
  onToggleBranch: (id: string, open: boolean) => void
  onSelect: (id: string) => void
  onRename: (id: string) => void
  onRemove: (id: string) => void
  onMenu: (id: string) => void
  /** Completes or reopens the node, like a click on its status circle. */
  onComplete: (id: string) => void
  onStatusMenu: (id: string) => void
}

/** Handles a key on the focused card. Returns whether it was handled. */
export function handleGraphKey(event: Pressed, options: Options): boolean {
  const { activeId, canEdit } = options
  if (canEdit && handlePickKey(event, options)) return true
  if (canEdit && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    options.onComplete(activeId)
    return true
  }
  if (canEdit && event.key === 'Enter' && event.altKey) {
    options.onStatusMenu(activeId)
    return true
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.shiftKey && event.key !== 'F10') return false

  const isOpen = options.scene.tree.childrenOf(activeId).length > 0
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'Home': {
      const next = stepFrom(event.key, options)
      if (next !== undefined) options.onFocus(next)
      else if (event.key === towardsChildren(options.scene) && options.hasChildren(activeId))
        options.onToggleBranch(activeId, true)
      return true
    }
    case ' ':
      if (options.hasChildren(activeId)) options.onToggleBranch(activeId, !isOpen)
      return true
    case 'Enter':
      if (!focusPanel(activeId)) options.onSelect(activeId)
      return true
    case 'ContextMenu':
    case 'F10':
      options.onMenu(activeId)
      return true
  }
  if (!canEdit) return false
  switch (event.key) {
    case 'F2':
      options.onRename(activeId)
      return true
    case 'Delete':
      options.onRemove(activeId)
      return true
    default:
      return false
  }
}

/** Handles selection keys: toggle the focused card, extend with Shift and arrow keys, select all, clear. */
function handlePickKey(event: Pressed, options: Options): boolean {
  const { scene, activeId, picked, onPick, onFocus } = options
  const hasMod = event.ctrlKey || event.metaKey
  if (event.altKey) return false
  if (event.key === ' ' && (event.shiftKey || hasMod)) {
    const next = new Set(picked)
    if (!next.delete(activeId)) next.add(activeId)
    onPick(next)
    return true
  }
  if (event.key.startsWith('Arrow') && event.shiftKey && !hasMod) {
    const next = stepFrom(event.key, options) ?? activeId
    onPick(new Set([...picked, activeId, next]))
    if (next !== activeId) onFocus(next)
    return true
  }
  if (isPressed(event, `${MOD} A`)) {
    onPick(new Set(scene.layout.boxes.keys()))
    return true
  }
  if (event.key === 'Escape' && picked.size > 1) {
    onPick(new Set())
    return true
  }
  return false
}

/** Maps the arrow keys of a layout from left to right to those of one from top to bottom. */
const TURNED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
}

/** Returns the next card. Up is the parent and down the first child. In a column of leaves both follow the column. */
function stepFrom(key: string, { scene, activeId, parentOf }: Options): string | undefined {
  const { tree, layout } = scene
  const siblings = tree.childrenOf(parentOf(activeId))
  const index = siblings.indexOf(activeId)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  const crossOf = (id: string) => layout.boxes.get(id)?.[layout.direction === 'down' ? 'x' : 'y']
  const column = (id: string | undefined) => (id !== undefined && isInColumn(id) ? id : undefined)
  const isInColumn = (id: string) =>
    layout.hanging.has(id) && layout.hanging.has(activeId) && crossOf(id) === crossOf(activeId)
  switch (layout.direction === 'down' ? key : TURNED[key]) {
    case 'ArrowUp':
      return column(before) ?? parentOf(activeId) ?? undefined
    case 'ArrowDown':
      return tree.childrenOf(activeId)[0] ?? column(after)
    case 'ArrowLeft':
      return before
    case 'ArrowRight':
      return after
    default:
      return tree.childrenOf(null)[0]
  }
}

const towardsChildren = ({ layout }: Scene) => (layout.direction === 'down' ? 'ArrowDown' : 'ArrowRight')

/** Returns the card to focus when a node is deleted: a sibling or the parent. */
export function neighborOf({ tree }: Scene, id: string, parentId: string | null): string | undefined {
  const siblings = tree.childrenOf(parentId)
  const index = siblings.indexOf(id)
  return siblings[index + 1] ?? siblings[index - 1] ?? parentId ?? undefined
}
