import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { BulkActions } from '../../../actions/bulkActions.ts'
import type { NodeActions } from '../../../actions/nodeActions.ts'
import type { PlanNodes, Structure } from '../../../data/nodeStore.ts'
import { toggled } from '../../../display/StatusCircle.tsx'
import { isAction, isHeld } from '../../../lib/shortcuts.ts'
import { handleGraphKey, neighborOf } from '../graphKeys.ts'
import type { Scene } from '../paint/scene.ts'
import type { CardFocus } from './useCardFocus.ts'

interface Options {
  scene: Scene
  nodes: PlanNodes
  structure: Structure
  actions: NodeActions
  bulk: BulkActions
  canEdit: boolean
  picked: ReadonlySet<string>
  onPick: (ids: ReadonlySet<string>) => void
  cards: CardFocus
  setOpen: (id: string, open: boolean) => void
  onSelect: (id: string) => void
  onRename: (id: string) => void
  onMenu: (id: string, card: Element, of: 'node' | 'status') => void
  onCanvasMenu: (canvas: Element) => void
  /** Whether the space bar has just moved the canvas. */
  hasPanned: RefObject<boolean>
}

/** Connects the canvas keys to actions. `remove` deletes a node and moves the focus to a neighbor. */
export function useCardKeys({
  scene,
  nodes,
  structure,
  actions,
  bulk,
  cards,
  setOpen,
  onMenu,
  hasPanned,
  ...options
}: Options) {
  // The top of a focused branch has no parent here.
  const parentOf = (id: string) => (id === structure.rootId ? null : (nodes.get(id)?.parent_id ?? null))
  const remove = (id: string) => {
    const next = neighborOf(scene, id, parentOf(id))
    actions.remove(id, () => {
      if (cards.activeId() === next) cards.focus(id)
    })
    if (next !== undefined) cards.focus(next)
  }
  /** The space bar acts when it is released, because holding it moves the canvas. */
  const isSpaceDown = useRef(false)
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    // Controls inside a card, such as its title field, handle their own keys.
    if (target !== currentTarget && !(target instanceof Element && target.matches('[data-card]'))) return
    if (isHeld(event)) return event.preventDefault()
    if (target === currentTarget && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
      event.preventDefault()
      return options.onCanvasMenu(currentTarget)
    }
    const isSpace = event.key === ' ' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isSpace && event.type === 'keydown') {
      event.preventDefault()
      isSpaceDown.current = true
      return
    }
    if (event.type === 'keyup') {
      if (!isSpace || !isSpaceDown.current) return
      isSpaceDown.current = false
      if (hasPanned.current) return
    }
    const active = cards.activeId()
    const [picked] = options.picked
    const isOnCanvas = target === currentTarget
    // With the focus on the canvas, keys act on what is selected.
    if (isOnCanvas && picked === undefined && isAction(event)) return
    const activeId = isOnCanvas && active !== null && picked && !options.picked.has(active) ? picked : active
    if (activeId === null) return
    const isMeant = handleGraphKey(event, {
      ...options,
      scene,
      activeId,
      parentOf,
      hasChildren: (id) => structure.children.has(id),
      onFocus: cards.focus,
      onToggleBranch: setOpen,
      onRemove: (id) => {
        if (!options.picked.has(id) || options.picked.size < 2) return remove(id)
        void bulk.run(options.picked, { kind: 'delete' })
        options.onPick(new Set())
      },
      onMenu: (id) => {
        const card = cards.cardOf(id)
        if (card) onMenu(id, card, 'node')
      },
      onStatusMenu: (id) => {
        const card = cards.cardOf(id)
        if (card) onMenu(id, card, 'status')
      },
      onComplete: (id) => {
        const node = nodes.get(id)
        if (node) actions.setStatus(id, toggled(node.status))
      },
    })
    if (isMeant) event.preventDefault()
  }
  return { remove, handleKey }
}
