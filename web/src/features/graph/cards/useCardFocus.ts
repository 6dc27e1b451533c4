import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isCovered } from '../../../lib/shortcuts.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import type { Scene } from '../paint/scene.ts'

interface Options {
  scene: Scene
  selectedId: string | null
  parentOf: (id: string) => string | null
  /** Moves a card into view, zoomed in enough to be mounted. */
  show: (id: string) => void
}

/**
 * Manages the focused card. The canvas is one tab stop and passes the focus to that card. It keeps the focus itself
 * while the card is not mounted.
 */
export function useCardFocus({ scene, selectedId, parentOf, show }: Options) {
  const canvas = useRef<HTMLDivElement>(null)
  const active = useRef<string | null>(null)
  /** Which nodes come after the active one if it is deleted: its siblings, then its ancestors. */
  const successors = useRef<string[]>([])
  /** The node to focus once its card is mounted. */
  const wanted = useRef<string | null>(null)
  const isHolding = useRef(false)
  const [isInside, setInside] = useState(false)
  const hasFocus = useRef(false)
  const latest = useLatest({ scene, selectedId, parentOf, show })

  const cards = useMemo(() => {
    const cardOf = (id: string | null) => canvas.current?.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? null
    const focusWanted = () => {
      const card = wanted.current === null ? null : cardOf(wanted.current)
      // An open menu would close.
      if (!card || isCovered()) return
      wanted.current = null
      card.focus({ preventScroll: true })
    }
    const hold = () => {
      isHolding.current = true
      canvas.current?.focus({ preventScroll: true })
      isHolding.current = false
    }
    const activeId = (): string | null => {
      const { scene: now, selectedId: selected } = latest.current
      const [first = null] = now.tree.childrenOf(null)
      return (
        [active.current, ...successors.current, selected].find((id) => id !== null && now.layout.boxes.has(id)) ?? first
      )
    }
    const focus = (id: string) => {
      active.current = id
      wanted.current = id
      latest.current.show(id)
      focusWanted()
    }
    return {
      cardOf,
      activeId,
      focusWanted,
      /** Focuses the card after the next render, when nothing covers it. */
      want: (id: string) => {
        wanted.current = id
      },
      focus,
      /** Remembers a card that got the focus, and its neighbors. */
      activate: (id: string) => {
        active.current = id
        successors.current = successorsOf(id, latest.current.scene, latest.current.parentOf)
      },
      arrived: (id: string) => id === wanted.current && focusWanted(),
      /** Focuses the canvas itself. */
      hold,
      left: () => {
        // Removing a focused card fires no event, and the next card may not be mounted yet.
        if (!hasFocus.current || document.activeElement !== document.body) return
        const next = activeId()
        const isGone = active.current !== null && !latest.current.scene.layout.boxes.has(active.current)
        hold()
        if (isGone && next !== null) focus(next)
      },
    }
  }, [])
  useEffect(cards.focusWanted)

  const props = {
    ref: canvas,
    tabIndex: isInside ? -1 : 0,
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      hasFocus.current = true
      setInside(true)
      const id = target.closest<HTMLElement>('[data-card]')?.dataset.card
      const first = cards.activeId()
      if (id !== undefined) cards.activate(id)
      // Ignore focus from a click on the background.
      else if (target.matches(':focus-visible') && target === currentTarget && !isHolding.current && first !== null)
        cards.focus(first)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.contains(relatedTarget)) return
      wanted.current = null
      hasFocus.current = false
      setInside(false)
    },
  }
  return { cards, props }
}

export type CardFocus = ReturnType<typeof useCardFocus>['cards']

/** The siblings after a node, those before it, and its ancestors, nearest first. */
function successorsOf(id: string, { tree }: Scene, parentOf: (id: string) => string | null): string[] {
  const parent = parentOf(id)
  const siblings = tree.childrenOf(parent)
  const at = siblings.indexOf(id)
  const successors = [...siblings.slice(at + 1), ...siblings.slice(0, Math.max(at, 0)).toReversed()]
  for (let up = parent; up !== null; up = parentOf(up)) successors.push(up)
  return successors
}
